/**
 * Makes HTML of word processors and other sites what the editor reads: lists of Word are lists, styles that mean bold or italic
 * are elements, and what is for the eye of another program goes.
 */
export function cleanHTML(html: string): string {
  // The policy of the app forbids styles in HTML, also where it is only parsed: they are read from another attribute.
  const { body } = new DOMParser().parseFromString(
    html.replace(/(<[a-z][^<>]*?\s)style(\s*=)/gi, '$1data-style$2'),
    'text/html',
  );
  body.querySelectorAll('script, style, meta, link, template, o\\:p').forEach((element) => element.remove());
  for (const code of body.querySelectorAll('pre')) {
    const last = lastText(code);
    if (last) last.data = last.data.replace(/\n$/, '');
  }
  wordLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) styled(element);
  return body.innerHTML;
}

function lastText(node: Node): Text | undefined {
  if (node.nodeType === Node.TEXT_NODE) return node as Text;
  return node.lastChild ? lastText(node.lastChild) : undefined;
}

/** Word writes items as paragraphs with a style, and their bullet or number as text. */
function wordLists(body: HTMLElement): void {
  let list: HTMLElement | undefined;
  for (const item of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) {
    const marker = [...item.querySelectorAll<HTMLElement>('[data-style]')].find(({ dataset }) =>
      /mso-list:\s*ignore/i.test(dataset.style ?? ''),
    );
    const tag = /^\s*[\da-z]{1,3}[.)]/i.test(marker?.textContent ?? '') ? 'ol' : 'ul';
    marker?.remove();
    if (!list || list.nextElementSibling !== item || list.localName !== tag) {
      list = document.createElement(tag);
      item.before(list);
    }
    const made = document.createElement('li');
    made.append(...item.childNodes);
    list.append(made);
    item.remove();
  }
}

/** Puts the text of an element into the elements that its style means. */
function styled(element: HTMLElement): void {
  const style = element.dataset.style ?? '';
  element.removeAttribute('data-style');
  // Google Docs wraps all in an element for bold text that is not bold.
  if (element.localName === 'b' && /font-weight:\s*(normal|400)/i.test(style))
    return element.replaceWith(...element.childNodes);
  if (!/^(span|font|a)$/.test(element.localName)) return;
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) wrap(element, 'strong');
  if (/font-style:\s*italic/i.test(style)) wrap(element, 'em');
  if (/text-decoration[^;]*:[^;]*line-through/i.test(style)) wrap(element, 's');
}

function wrap(element: HTMLElement, tag: string): void {
  const inner = document.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}
