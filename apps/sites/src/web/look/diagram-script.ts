import { hashOf } from './asset-name';

/** The frame's answer for a diagram; without an image if it could not be drawn. */
interface Drawing {
  id: number;
  svg?: string;
}

/**
 * Draws the diagrams of a page in a frame made for them; pages with diagrams load this script. They are drawn
 * again when the reader switches between light and dark.
 */
function drawDiagrams(frameAddress: string): void {
  const root = document.documentElement;
  const figures = [...document.querySelectorAll<HTMLElement>('figure.diagram')];
  const frame = document.createElement('iframe');
  frame.className = 'unseen';
  frame.title = '';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = frameAddress;

  const ask = (): void => {
    const isDark = getComputedStyle(root).colorScheme === 'dark';
    figures.forEach((figure, id) =>
      frame.contentWindow!.postMessage({ id, text: figure.querySelector('code')!.textContent, isDark }, '*'),
    );
  };

  const show = ({ id, svg }: Drawing): void => {
    // A diagram that cannot be drawn keeps its text.
    if (!svg) return;
    const figure = figures[id]!;
    const box = figure.querySelector('.drawn')!;
    const code = box.querySelector('pre');
    if (code) figure.querySelector('details')!.append(code);
    const picture = new Image();
    // An image as wide as its box would be drawn in the library's original size.
    const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
    const sized = svg.replace(/ width="100%"/, ` width="${width}" height="${height}"`);
    picture.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
    picture.alt = figure.dataset.label!;
    box.replaceChildren(picture);
  };

  addEventListener('message', ({ source, data }: MessageEvent<Drawing>) => {
    if (source !== frame.contentWindow) return;
    if (data.id < 0) ask();
    else show(data);
  });
  new MutationObserver(ask).observe(root, { attributeFilter: ['data-theme'] });
  document.body.append(frame);
}

export const diagramScript = `export const draw = ${drawDiagrams.toString()};\n`;

export const diagramScriptName = `~diagrams.${hashOf(diagramScript)}.js`;
