import PDFDocument from 'pdfkit';
import { Typefaces } from './typefaces';

const typefaces = new Typefaces(new PDFDocument());

it('leaves a text alone that its font has', () => {
  for (const text of ['Plain, ‘quoted’ – naïve', 'Привет, Ελλάδα', ''])
    expect(typefaces.split(text, 'regular')).toEqual([{ text, font: 'regular' }]);
});

it.each(['世界', '日本語の文字', '한국어', 'ภาษาไทย', 'हिन्दी', 'አማርኛ'])('has signs for %s', (text) => {
  expect(typefaces.split(text, 'bold')).toEqual([{ text, font: 'fallback' }]);
});

it('changes the font where it has to, and not for a space', () => {
  expect(typefaces.split('Hello 世界 文字, and on', 'italic')).toEqual([
    { text: 'Hello ', font: 'italic' },
    { text: '世界 文字', font: 'fallback' },
    { text: ', and on', font: 'italic' },
  ]);
  expect(typefaces.whole('Hello 世界', 'mono')).toEqual({ text: 'Hello 世界', font: 'fallback' });
});

it('names emoji that no font has, and marks whatever else none has', () => {
  const shown = (text: string) => typefaces.whole(text, 'regular');
  expect(shown('Done 🎉!')).toEqual({ text: 'Done :tada:!', font: 'regular' });
  expect(shown('👩‍👩‍👧')).toEqual({ text: ':family_woman_woman_girl:', font: 'regular' });
  expect(shown('😀')).toEqual({ text: '😀', font: 'regular' });
  expect(shown('世界 😀')).toEqual({ text: '世界 :grinning:', font: 'fallback' });
  expect(shown('𠀀')).toEqual({ text: '�', font: 'regular' });
  // The selector says only how the sign is to be drawn.
  expect(shown('❤️').text).toMatch(/^❤️?$/);
});
