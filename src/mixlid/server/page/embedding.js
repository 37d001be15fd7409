// Only the answer, for a frame on another site; the site is told its height.

export const isEmbedded = () => location.pathname.endsWith("/embed");

export function embed() {
  document.documentElement.classList.add("embedded");
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  const tell = () => parent.postMessage({ mixlid: { height: height() } }, "*"); // only a number, so any origin may have it
  new ResizeObserver(tell).observe(document.body);
  const follow = () => (document.getElementById("whole").href = `./${location.hash}`);
  window.addEventListener("hashchange", follow);
  follow();
}
