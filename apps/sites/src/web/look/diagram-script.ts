import { hashOf } from './asset-name';

/** What the frame answers to a diagram; without a picture where it could not draw it. */
interface Drawing {
  id: number;
  svg?: string;
}

/**
 * Has the diagrams of a page drawn, in a frame that is there for it alone; pages load this where there are any. They are drawn
 * again where the reader changes between light and dark.
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
    // What cannot be drawn stays as it is: its text.
    if (!svg) return;
    const figure = figures[id]!;
    const box = figure.querySelector('.drawn')!;
    const code = box.querySelector('pre');
    if (code) figure.querySelector('details')!.append(code);
    const picture = new Image();
    // A picture as wide as its box would be drawn as large as the library has made it.
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
