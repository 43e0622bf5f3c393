import { sectionsOf } from '@bindery/documents';
import { withoutConditions } from '../../revisions/evaluation/evaluate-document';

/** A section as it is searched. A long one is several, under one anchor. */
export interface Section {
  anchor: string | null;
  title: string;
  body: string;
}

/** Characters of a section, of the titles that are kept, and of a document that is searched at all. */
const longestBody = 8_000;
const longestTitle = 250;
const longestDocument = 1_000_000;

/** The title as it is indexed and as it tells documents apart. */
export const indexedTitle = (title: string): string => cut(title, longestTitle);

/** What of a document is searched; none for an empty one. An index knows no readers, so what stands under a condition is left out. */
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

/** At most so many UTF-16 code units, never half of a character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text[length - 1] ?? '') ? length - 1 : length);
}
