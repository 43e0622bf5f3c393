import PDFDocument from 'pdfkit';
import { Typefaces } from './typefaces';

const typefaces = new Typefaces(new PDFDocument());

it('leaves a text alone that its font has', () => {
  for (const text of ['Plain, ‘quoted’ – naïve', 'Привет, Ελλάδα', ''])
    expect(typefaces.split(text, 'regular')).toEqual([{ text, font: 'regular' }]);
});

it.each([
  ['世界', 'fallback'],
  ['日本語の文字', 'fallback'],
  ['한국어', 'fallback'],
  ['ภาษาไทย', 'fallback'],
  ['አማርኛ', 'fallback'],
  ['हिन्दी', 'devanagari'],
  ['🚀🇯🇵👩‍👩‍👧', 'emoji'],
])('has signs for %s', (text, font) => {
  expect(typefaces.split(text, 'bold')).toEqual([{ text, font }]);
});

it('changes the font where it has to, and not for a space', () => {
  expect(typefaces.split('Hello 世界 文字, and on', 'italic')).toEqual([
    { text: 'Hello ', font: 'italic' },
    { text: '世界 文字', font: 'fallback' },
    { text: ', and on', font: 'italic' },
  ]);
});

it('names emoji that no font has, and marks whatever else none has', () => {
  const shown = (text: string) => typefaces.split(text, 'regular');
  expect(shown('Done 🎉!')).toEqual([
    { text: 'Done ', font: 'regular' },
    { text: '🎉', font: 'emoji' },
    { text: '!', font: 'regular' },
  ]);
  expect(shown('😀')).toEqual([{ text: '😀', font: 'regular' }]);
  expect(shown('𠀀')).toEqual([{ text: '�', font: 'regular' }]);
  // The selector only determines how the sign is drawn.
  expect(shown('❤️')[0]!.text).toMatch(/^❤️?$/);
});
