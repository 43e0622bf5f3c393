/** Word writes items as paragraphs with a style, and their bullet or number as text. */
export function wordLists(body: HTMLElement): void {
  let open: HTMLElement[] = [];
  let last: Element | undefined;
  for (const item of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) {
    const marker = [...item.querySelectorAll<HTMLElement>('[data-style]')].find(({ dataset }) =>
      /mso-list:\s*ignore/i.test(dataset.style ?? ''),
    );
    const tag = /^\s*[\da-z]{1,3}[.)]/i.test(marker?.textContent ?? '') ? 'ol' : 'ul';
    const level = Number(/mso-list:[^;]*level(\d)/i.exec(item.dataset.style ?? '')?.[1] ?? 1);
    marker?.remove();
    if (!last || last.nextElementSibling !== item) open = [];
    open = open.slice(0, level);
    if (open.length === level && open.at(-1)!.localName !== tag) open.pop();
    while (open.length < level) {
      const list = document.createElement(tag);
      const above = open.at(-1);
      if (above) (above.lastElementChild ?? above.appendChild(document.createElement('li'))).append(list);
      else item.before(list);
      open.push(list);
    }
    const made = document.createElement('li');
    made.append(...item.childNodes);
    open.at(-1)!.append(made);
    last = open[0];
    item.remove();
  }
}

/** Google Docs draws the boxes of tasks as pictures. */
export function googleTasks(body: HTMLElement): void {
  for (const item of body.querySelectorAll('li[role=checkbox]')) {
    item.querySelectorAll('img[aria-roledescription=checkbox]').forEach((picture) => picture.remove());
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.toggleAttribute('checked', item.getAttribute('aria-checked') === 'true');
    item.prepend(box);
  }
}

/** Google Docs puts a list within another one beside its item, where HTML has it in the item. */
export function strayLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
  }
}
