import { parseMarkdown, plainText, sectionsOf } from '../src';

const text = (markdown: string) => plainText(parseMarkdown(markdown)).split('\n');

describe('the text of a document', () => {
  it('has a footnote below the text that it is a note to, also in headings, tables and other notes', () => {
    const source =
      'Text[^1] here.\n\n## Part[^2]\n\n| A |\n| - |\n| cell[^3] |\n\n' +
      '[^1]: First note[^4].\n\n    Its second paragraph.\n\n[^2]: Second note.\n\n[^3]: Third note.\n\n[^4]: Fourth note.\n';
    const first = ['Text here.', 'First note.', 'Fourth note.', 'Its second paragraph.'];
    expect(text(source)).toEqual([...first, 'Part', 'Second note.', 'A', 'cell', 'Third note.']);
    expect(sectionsOf(parseMarkdown(source))).toEqual([
      { body: first.join('\n') },
      { anchor: 'part', title: 'Part', body: 'Second note.\nA\ncell\nThird note.' },
    ]);
  });

  it('has a heading of a footnote as a line of the note', () => {
    expect(sectionsOf(parseMarkdown('Text[^1] here.\n\nMore.\n\n[^1]: ## Heading\n\n    Words.\n'))).toEqual([
      { body: 'Text here.\nHeading\nWords.\nMore.' },
    ]);
  });

  it('has what images, formulas and buttons say in a line, also in a heading', () => {
    const line =
      'See <img src="/files/f" alt="the lever" data-size="line"> and $$x^2$$ <a href="/pages/p" class="button primary">Go</a>';
    expect(text(`${line}\n`)).toEqual(['See the lever and x^2 Go']);
    expect(sectionsOf(parseMarkdown(`## ${line}\n`))).toEqual([
      { anchor: 'see-and-go', title: 'See the lever and x^2 Go', body: '' },
    ]);
  });
});
