/** Texts whose contrast to their background is below the minimum of WCAG 2.2 (4.5); runs in the page. */
export function paleTexts(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const paint = (colors: string[]) => {
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb: number[]) => {
    const [r, g, b] = rgb.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const below = (element: Element | null): string[] =>
    element ? [...below(element.parentElement), getComputedStyle(element).backgroundColor] : ['white'];
  const pale = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent!.trim())
      .join('');
    if (!text || !(element as HTMLElement).checkVisibility?.({ visibilityProperty: true })) continue;
    const backgrounds = below(element);
    const back = luminance(paint(backgrounds));
    const front = luminance(paint([...backgrounds, getComputedStyle(element).color]));
    const ratio = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
    if (ratio < 4.5) pale.push(`${element.tagName}.${element.className} ${ratio.toFixed(1)} ${text.slice(0, 30)}`);
  }
  return pale;
}
