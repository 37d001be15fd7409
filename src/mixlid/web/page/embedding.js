// The answer alone, for a frame of another site: what else the page has is left out, and the site is told how high it is.

export const isEmbedded = () => location.pathname.endsWith("/embed");

export function embed() {
  document.documentElement.classList.add("embedded");
  const height = () => Math.ceil(document.body.getBoundingClientRect().height);
  const tell = () => parent.postMessage({ mixlid: { height: height() } }, "*"); // a number, which anybody may know
  new ResizeObserver(tell).observe(document.body);
  const follow = () => (document.getElementById("whole").href = `./${location.hash}`);
  window.addEventListener("hashchange", follow);
  follow();
}
