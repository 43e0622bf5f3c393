import PDFDocument from 'pdfkit';
import { TextLines } from './text-lines';
import { Typefaces } from './typefaces';

interface DrawnText {
  text: string;
  x: number;
  y: number;
}

/** The drawn text, line by line and from left to right. */
function drawn(text: string, width = 400): { lines: string[]; all: DrawnText[] } {
  const pdf = new PDFDocument();
  const typefaces = new Typefaces(pdf);
  const all: DrawnText[] = [];
  jest.spyOn(pdf, 'text').mockImplementation(((shown: string, x: number, y: number) => {
    all.push({ text: shown, x, y });
    return pdf;
  }) as never);
  const pieces = typefaces.split(text, 'regular').map((part) => ({ ...part, size: 10, colour: '#000' }));
  const lines = new TextLines(pdf, pieces, width);
  expect(lines.draw(50, 100, 10_000)).toBe(0);
  const rows = [...new Set(all.map(({ y }) => y))].sort((one, other) => one - other);
  const inRow = (y: number) => all.filter((one) => one.y === y).sort((one, other) => one.x - other.x);
  return {
    lines: rows.map((y) =>
      inRow(y)
        .map((one) => one.text.trim())
        .join(' '),
    ),
    all,
  };
}

it('puts the first word of a line from right to left to the right', () => {
  const { lines, all } = drawn('العربية: مرحبا (123) هذا.');
  expect(lines).toEqual(['. هذا ( 123 ) مرحبا : العربية']);
  const first = all.find(({ text }) => text === 'العربية')!;
  expect(first.x).toBeGreaterThan(350);
});

it('keeps what is written from left to right in a line in its order', () => {
  expect(drawn('קראו את the manual now בבקשה').lines).toEqual(['בבקשה the manual now את קראו']);
  expect(drawn('קראו את the manual now בבקשה').all.map(({ text }) => text)).toContain('the manual now');
  expect(drawn('See שלום עולם there').lines).toEqual(['See עולם שלום there']);
});

it('turns brackets around with the text', () => {
  expect(drawn('(א) ב').lines).toEqual(['ב ( א )']);
});

it('fills lines in the order of reading, and divides a word that is too long', () => {
  const { lines, all } = drawn(`אחת שתיים שלוש ${'ארוך'.repeat(40)}`, 70);
  expect(lines[0]).toBe('שתיים אחת');
  expect(lines.length).toBeGreaterThan(4);
  for (const { x } of all) expect(x).toBeGreaterThanOrEqual(49.9);
});

it('draws as many lines as fit', () => {
  const pdf = new PDFDocument();
  const pieces = new Typefaces(pdf).split('א\nב\nג', 'regular').map((part) => ({ ...part, size: 10, colour: '#000' }));
  const lines = new TextLines(pdf, pieces, 100);
  expect(lines.count).toBe(3);
  expect(lines.draw(0, 0, 2 * lines.lineHeight + 1)).toBe(1);
  expect(lines.draw(0, 0, 2 * lines.lineHeight + 1, 2)).toBe(0);
});
