// Saves content as a file.
import { make } from "./elements.js";

export function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", "", "", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
