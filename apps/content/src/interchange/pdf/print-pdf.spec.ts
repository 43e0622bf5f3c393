import { parseMarkdown, type Block, type Document } from '@bindery/documents';
import { textOfPdf } from '@bindery/testing';
import { printPdf } from './print-pdf';

/** The text of a PDF of one page, without spaces: parts of a line are drawn one by one. */
async function printed(document: Document, titles: [string, string][] = []): Promise<string> {
  const pages = [{ id: 'page', title: 'Page', depth: 0, document }];
  const bytes = await printPdf({ title: 'Space', pages, titles: new Map(titles), images: new Map() });
  return textOfPdf(bytes).join('').replaceAll(/\s/g, '');
}

it('prints the number of a footnote at its mark, and the note behind the text of the page', async () => {
  const text = await printed(
    parseMarkdown(
      '## Part[^1]\n\nText[^2] here.\n\n| A |\n| - |\n| cell[^3] |\n\nThe end.\n\n' +
        '[^1]: First note.\n\n[^2]: Footnote **words**[^4].\n\n    * in a list\n\n[^3]: Third note.\n\n[^4]: Fourth note.\n',
    ),
  );
  const body = 'PagePart[1]Text[2]here.Acell[4]Theend.';
  expect(text).toBe(`${body}1.Firstnote.2.Footnotewords[3].•inalist3.Fourthnote.4.Thirdnote.`);
});

it('prints no note where an annotation has none', async () => {
  const nodes = [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'Text', marks: [] }] }];
  const annotation = { object: 'inline' as const, type: 'annotation', isVoid: false, data: {}, nodes };
  const paragraph: Block = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [annotation] };
  expect(await printed({ object: 'document', data: {}, nodes: [paragraph] })).toBe('PageText');
});

it('prints the titles of mentioned pages that are not printed, and the captions of images in a line', async () => {
  const inline = (type: string, data: object) => ({ object: 'inline' as const, type, isVoid: true, data: { ...data } });
  const nodes = [
    inline('mention', { ref: { kind: 'page', page: 'other' } }),
    inline('mention', { ref: { kind: 'url', url: 'https://example.com' } }),
    inline('inline-image', { alt: '', caption: 'A lever' }),
  ];
  const paragraph: Block = { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes };
  const card: Block = {
    object: 'block',
    type: 'content-ref',
    isVoid: true,
    data: { ref: { kind: 'page', page: 'other' } },
  };
  const document: Document = { object: 'document', data: {}, nodes: [paragraph, card] };
  expect(await printed(document, [['other', 'Another']])).toBe('PageAnotherhttps://example.comAleverAnother');
});
