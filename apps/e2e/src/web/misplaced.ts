/**
 * Finds misplaced elements on a page; runs in it. Boxes that scroll or clip are frames, which hold their own content.
 * The text of answers names the element, so that a failure says where to look.
 */
export function misplaced(): string[] {
  const found: string[] = [];
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${element.textContent.trim().slice(0, 20)}”`;
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    );
  };
  const clips = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible';
  const frameOf = (element: Element): Element => {
    for (let above = element.parentElement; above; above = above.parentElement) if (clips(above)) return above;
    return document.documentElement;
  };
  const inTheWay = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll('main *, header *, footer *')) {
    if (!isShown(element) || element.closest('svg, math, .unseen')) continue;
    const frame = frameOf(element);
    const box = element.getBoundingClientRect();
    const around = frame.getBoundingClientRect();
    if (/auto|scroll/.test(getComputedStyle(frame).overflowX) && frame !== document.documentElement) continue;
    if (box.left < around.left - 1 || box.right > around.right + 1)
      found.push(`${nameOf(element)} stands out of ${nameOf(frame)}`);
  }
  const rows = [
    ...document.querySelectorAll('.content, .hint > div, .column, .cards, .stepper, .bar, .head, .neighbours, .tabs'),
  ];
  for (const row of rows) {
    const parts = [...row.children].filter(
      (part) => isShown(part) && !/absolute|fixed/.test(getComputedStyle(part).position),
    );
    parts.forEach((part, index) => {
      for (const other of parts.slice(index + 1))
        if (inTheWay(part.getBoundingClientRect(), other.getBoundingClientRect()))
          found.push(`${nameOf(part)} lies on ${nameOf(other)}`);
    });
  }
  const buttons = [...document.querySelectorAll('main .button')];
  buttons.forEach((button, index) => {
    const next = buttons[index + 1];
    if (!next || next.parentElement !== button.parentElement) return;
    const [a, b] = [button.getBoundingClientRect(), next.getBoundingClientRect()];
    if (Math.abs(a.top - b.top) < 2 ? b.left - a.right < 4 && a.left - b.right < 4 : b.top - a.bottom < 2)
      found.push(`${nameOf(button)} touches ${nameOf(next)}`);
  });
  const [first, ...bar] = [...document.querySelectorAll('.bar > *')]
    .filter(isShown)
    .map((part) => part.getBoundingClientRect());
  const middle = (box: DOMRect): number => (box.top + box.bottom) / 2;
  if (bar.some((box) => Math.abs(middle(box) - middle(first!)) > 4)) found.push('the header has more than one row');
  return found;
}
