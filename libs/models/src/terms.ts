import type { Term } from './ports';

/** Puts the translations of terms in their place and has `translate` do the text between them. */
export function withTerms(text: string, terms: readonly Term[], translate: (part: string) => string): string {
  if (terms.length === 0) return translate(text);
  return split(text, terms)
    .map(({ part, target }) => target ?? translate(part))
    .join('');
}

/** Puts marks in the place of terms, which a translator leaves alone; `restore` is undefined where one got lost. */
export function markTerms(
  text: string,
  terms: readonly Term[],
): { marked: string; restore: (translated: string) => string | undefined } {
  const targets: string[] = [];
  const marked = split(text, terms)
    .map(({ part, target }) => (target === undefined ? part : markOf(targets.push(target) - 1)))
    .join('');
  const restore = (translated: string): string | undefined => {
    let restored = translated;
    for (const [index, target] of targets.entries()) {
      if (restored.split(markOf(index)).length !== 2) return undefined;
      restored = restored.replace(markOf(index), () => target);
    }
    return restored;
  };
  return { marked, restore };
}

const markOf = (index: number): string => `[[${index}]]`;

/** The text in parts, those that are terms with their translation. Terms are whole words in any case; the longest counts. */
function split(text: string, terms: readonly Term[]): { part: string; target?: string }[] {
  if (terms.length === 0) return [{ part: text }];
  const targets = new Map(terms.map(({ source, target }) => [source.toLowerCase(), target]));
  const sources = [...targets.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const parts: { part: string; target?: string }[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > end) parts.push({ part: text.slice(end, index) });
    parts.push({ part: found, target: targets.get(found.toLowerCase()) });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ part: text.slice(end) });
  return parts;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
