export const id = (name) => document.getElementById(name);

// An element with classes, text and children. Text is never parsed as HTML.
export function make(tag, classes = "", content = "", attributes = {}) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...(Array.isArray(content) ? content : [content]));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// "1 line", "1,200 lines".
export const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

export const percent = (share) => `${Math.round(100 * share)}%`;

// Names of fields and labels, which are in backquotes, as code.
export const withCode = (text) => text.split("`").map((part, place) => (place % 2 ? make("code", "", part) : part));

// The direction of a text is that of its first letter.
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
export const direction = (text) => (RIGHT_TO_LEFT.test(text) ? "rtl" : "ltr");
