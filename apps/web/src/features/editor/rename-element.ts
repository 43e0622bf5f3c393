/** Puts an element of another name, with the same content, in the place of one. */
export function rename(element: Element, name: string): HTMLElement {
  const made = document.createElement(name);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
}
