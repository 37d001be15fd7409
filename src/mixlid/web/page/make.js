// An element with classes, text and children. Text is only ever text: nothing here reads HTML.
export function make(tag, classes = "", content = "", attributes = {}) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...(Array.isArray(content) ? content : [content]));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export const percent = (share) => `${Math.round(100 * share)}%`;
