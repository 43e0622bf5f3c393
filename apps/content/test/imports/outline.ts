import type { RevisionPage } from '@bindery/contracts';

/** One line of an outline: how deep, what kind and which title. */
type Line = [depth: number, type: string, title: string];

/** A table of contents read line by line, with nothing of the platform's own reader: what is expected. */
export function outlineOf(summary: string): Line[] {
  const lines: Line[] = [];
  let inGroup = 0;
  for (const line of summary.split('\n')) {
    const group = /^## (.*?)(?: <a href=.*)?$/.exec(line);
    const entry = /^( *)\* \[((?:\\.|[^\]\\])*)\]\(<?([^)>]*?)>?(?: "[^"]*")?\)$/.exec(line);
    if (group) lines.push([0, 'group', plain(group[1]!)]);
    if (group || line === '***') inGroup = group ? 1 : 0;
    if (entry) lines.push([inGroup + entry[1]!.length / 2, typeOf(entry[3]!), plain(entry[2]!)]);
    if (/^ *\* ```yaml$/.test(line)) lines.push([inGroup + line.indexOf('*') / 2, 'computed', '']);
  }
  return lines;
}

/** The same of the pages that the platform lists. */
export function outlineOfPages(pages: readonly RevisionPage[], depth = 0): Line[] {
  return pages.flatMap((page): Line[] => [
    [depth, page.type, page.type === 'computed' ? '' : page.title],
    ...('pages' in page ? outlineOfPages(page.pages, depth + 1) : []),
  ]);
}

const typeOf = (url: string): string => (/^https?:/.test(url) || url.includes('#') ? 'link' : 'document');

const plain = (title: string): string => title.replace(/\\(.)/g, '$1').replace(/[`*]/g, '');
