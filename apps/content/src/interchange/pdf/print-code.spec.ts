import { PdfCanvas, sizes } from './pdf-canvas';
import { printCode } from './print-code';

interface Panel {
  page: number;
  top: number;
  bottom: number;
  lines: string[];
}

/** The panels of printed code, with their lines. */
function panelsOf(code: string): { panels: Panel[]; bottom: number } {
  const paper = new PdfCanvas('Title');
  paper.pdf.addPage();
  const panels: Panel[] = [];
  const draw = paper.pdf.roundedRect.bind(paper.pdf);
  jest.spyOn(paper.pdf, 'roundedRect').mockImplementation((x, y, width, height, corner) => {
    panels.push({ page: paper.pages, top: y, bottom: y + height, lines: [] });
    return draw(x, y, width, height, corner);
  });
  jest.spyOn(paper.pdf, 'text').mockImplementation(((text: string, _x: number, y: number) => {
    const { page, top, bottom, lines } = panels.at(-1)!;
    expect(page).toBe(paper.pages);
    expect(y).toBeGreaterThan(top);
    expect(y + sizes.code).toBeLessThan(bottom);
    lines.push(text);
    return paper.pdf;
  }) as never);
  printCode(paper, code, 0);
  return { panels, bottom: paper.bottom };
}

it('has its lines in a panel, with their indentation', () => {
  const { panels } = panelsOf('if (ready)\n    start();\n\nstop();');
  expect(panels.map(({ lines }) => lines.map((line) => line.trimEnd()))).toEqual([
    ['if (ready)', '    start();', 'stop();'],
  ]);
  expect(panelsOf('').panels).toHaveLength(1);
});

it('goes on in a panel of the next page', () => {
  const code = Array.from({ length: 150 }, (_, index) => `line${index}`);
  const { panels, bottom } = panelsOf(code.join('\n'));
  expect(panels.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(panels.flatMap(({ lines }) => lines)).toEqual(code);
  for (const panel of panels) expect(panel.bottom).toBeLessThanOrEqual(bottom);
});
