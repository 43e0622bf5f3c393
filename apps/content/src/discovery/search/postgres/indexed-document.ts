import type { Section } from '../document-sections';
import type { DocumentKey } from '../search-engine';
import { runsOf } from '../words';
import type { Stems } from './lexicon';
import { vectorOf } from './search-vector';

export interface SearchedDocument extends DocumentKey {
  sections: Section[];
}

interface IndexedSection extends Section {
  /** As the text of a `tsvector`. */
  words: string;
}

export interface NewDocument extends DocumentKey {
  shard: number;
  /** As the text of a `tsvector`. */
  titles: string;
  sections: IndexedSection[];
}

export const keyText = ({ hash, title }: DocumentKey): string => `${hash}/${title}`;

/** A document in the form that the index stores in a shard. */
export function indexedDocument(shard: number, { hash, title, sections }: SearchedDocument, stems: Stems): NewDocument {
  const named = { text: title, weight: 'A' as const };
  const headings = [...new Set(sections.map((section) => section.title))].map((text) => ({
    text,
    weight: 'B' as const,
  }));
  return {
    shard,
    hash,
    title,
    titles: vectorOf(shard, [named, ...headings], stems),
    sections: sections.map((section) => ({
      ...section,
      words: vectorOf(shard, [named, { text: section.title, weight: 'B' }, { text: section.body, weight: 'D' }], stems),
    })),
  };
}

/** Every word of some documents that a dictionary may know. */
export function wordsIn(documents: readonly SearchedDocument[]): Set<string> {
  const found = new Set<string>();
  for (const { title, sections } of documents)
    for (const text of [title, ...sections.flatMap((section) => [section.title, section.body])])
      for (const { words, unspaced } of runsOf(text)) if (!unspaced) for (const word of words) found.add(word);
  return found;
}
