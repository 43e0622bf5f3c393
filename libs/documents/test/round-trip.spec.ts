import fc from 'fast-check';
import { normalise, parseMarkdown, parsePage, renderMarkdown, renderPage, validateDocument } from '../src';
import { documents } from './arbitrary-blocks';
import { line } from './arbitrary-inlines';

const long = process.env.BINDERY_TEST === 'long';
const numRuns = long ? 20_000 : 400;
const condition = fc.tuple(line, line, line).map(([one, two, three]) => `${one} {% if a %}${two}{% endif %} ${three}`);
const tag = fc.constantFrom('{% if a %}', '{% unless b %}', '{%- else -%}', '{% elsif c %}', '{% endif %}');
const lines = fc.array(fc.oneof(line, line, condition), { maxLength: 12 });
const brokenLines = fc.array(fc.oneof(line, condition, tag), { maxLength: 12 });

describe('the round trip of a document through Markdown', () => {
  it('gives back the document, for every block, inline and mark', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const expected = normalise(document);
        expect(normalise(parseMarkdown(renderMarkdown(document)))).toEqual(expected);
      }),
      { seed: 20261120, numRuns, endOnFailure: false },
    );
  }, 1_800_000);

  it('writes the same Markdown again', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const once = renderMarkdown(document);
        expect(renderMarkdown(parseMarkdown(once))).toBe(once);
      }),
      { seed: 20261121, numRuns: numRuns / 4 },
    );
  }, 1_800_000);

  it('reads nothing that is not a valid document', () => {
    fc.assert(
      fc.property(brokenLines, (source) => {
        expect(validateDocument(parseMarkdown(source.join('\n')))).toEqual([]);
      }),
      { seed: 20261122, numRuns },
    );
  }, 1_800_000);

  it('keeps any Markdown that was read', () => {
    fc.assert(
      fc.property(lines, (source) => {
        const document = parseMarkdown(source.join('\n'));
        expect(normalise(parseMarkdown(renderMarkdown(document)))).toEqual(normalise(document));
      }),
      { seed: 20261123, numRuns },
    );
  }, 1_800_000);

  it('keeps the title of a page', () => {
    const title = line.map((value) => value.replace(/\s+/g, ' ').trim()).filter((value) => value !== '');
    fc.assert(
      fc.property(title, documents, (value, document) => {
        const page = parsePage(renderPage({ frontMatter: {}, title: value, document }));
        expect(page.title).toBe(value);
        expect(normalise(page.document)).toEqual(normalise(document));
      }),
      { seed: 20261124, numRuns: numRuns / 4 },
    );
  }, 1_800_000);
});
