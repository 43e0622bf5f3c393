/** The functions of the diagram library that are used. */
interface Mermaid {
  initialize(settings: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

/**
 * Draws the diagrams that the page around it sends, one after the other, and returns images. It runs in its own frame without an
 * origin: the library writes styles into its images, which pages of sites forbid.
 */
function drawDiagrams(mermaid: Mermaid): void {
  let last = Promise.resolve();
  addEventListener('message', ({ data, source }: MessageEvent<{ id: number; text: string; isDark: boolean }>) => {
    const draw = async (): Promise<void> => {
      mermaid.initialize({
        startOnLoad: false,
        securityLevel: 'strict',
        htmlLabels: false,
        flowchart: { htmlLabels: false },
        theme: data.isDark ? 'dark' : 'neutral',
        fontFamily: 'system-ui, sans-serif',
      });
      const drawn = await mermaid.render(`d${data.id}`, data.text).catch(() => undefined);
      source?.postMessage({ id: data.id, svg: drawn?.svg }, { targetOrigin: '*' });
    };
    last = last.then(draw);
  });
  parent.postMessage({ id: -1 }, '*');
}

/** `library` is the path of the library, relative to that of the script. */
export const frameScript = (library: string): string =>
  `import mermaid from './${library}';\n(${drawDiagrams.toString()})(mermaid);\n`;

export const framePage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagrams</title><script type="module" src="diagrams.js"></script></html>`;

/** The content security policy of the frame: the library, and the styles that it writes. */
export const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
