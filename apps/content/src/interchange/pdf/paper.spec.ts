import fs from 'node:fs';
import { PdfCanvas } from './pdf-canvas';

it('opens the file of each font once, however often the font changes', () => {
  const read = jest.spyOn(fs, 'readFileSync');
  const paper = new PdfCanvas('Title');
  paper.pdf.addPage();
  for (let line = 0; line < 20; line++) {
    paper.line('regular');
    paper.line('bold', { font: 'bold' });
  }
  const files = read.mock.calls.map(([file]) => String(file)).filter((file) => file.includes('DejaVuSans'));
  expect(files.sort()).toEqual([expect.stringContaining('Sans-Bold.ttf'), expect.stringContaining('Sans.ttf')]);
});
