import { sectionsOf } from '@bindery/documents';
import { withoutConditions } from '../../revisions/evaluation/evaluate-document';

/** A section of the search index. A long section of a document becomes several, under one anchor. */
export interface Section {
  anchor: string | null;
  title: string;
  body: string;
}

/** The maximum of characters of a section, of a title, and of the searched part of a document. */
const longestBody = 8_000;
const longestTitle = 250;
const longestDocument = 1_000_000;

/** The title as it is indexed, and as part of a document's key. */
export const indexedTitle = (title: string): string => cut(title, longestTitle);

/** The searched sections of a document; none for an empty one. Conditional content is left out, as the index is for all readers. */
export function searchedSections(json: string): Section[] {
  let left = longestDocument;
  return sectionsOf(withoutConditions(json)).flatMap(({ anchor, title = '', body }) => {
    const text = cut(body, left);
    left -= text.length;
    return parts(text).map((part) => ({
      anchor: anchor ? cut(anchor, longestTitle) : null,
      title: cut(title, longestTitle),
      body: part,
    }));
  });
}

/** A text in parts of bounded length, divided between words. */
function parts(text: string): string[] {
  const found: string[] = [];
  let rest = text;
  while (rest.length > longestBody) {
    const space = rest.lastIndexOf(' ', longestBody);
    const part = space > longestBody / 2 ? rest.slice(0, space) : cut(rest, longestBody);
    found.push(part);
    rest = rest.slice(part.length);
  }
  return [...found, rest];
}

/** At most so many UTF-16 code units, without splitting a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length);
}
