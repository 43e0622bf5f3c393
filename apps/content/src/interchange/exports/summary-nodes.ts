import type { LinkResolver } from '@bindery/documents';
import type { SummaryEntry, SummaryNode } from '@bindery/git-sync';
import { byOrder, isUnlisted, type PageEntry } from '../../model/pages/page-entry';

/** The table of contents of a revision's pages. */
export function summaryNodes(pages: Iterable<readonly [string, PageEntry]>, links: LinkResolver): SummaryNode[] {
  const children = new Map<string, (readonly [string, PageEntry])[]>();
  for (const item of pages) {
    if (isUnlisted(item[1])) continue;
    const siblings = children.get(item[1].parent);
    if (siblings) siblings.push(item);
    else children.set(item[1].parent, [item]);
  }
  for (const siblings of children.values()) siblings.sort(byOrder);

  const entries = (parent: string): SummaryEntry[] =>
    (children.get(parent) ?? []).flatMap(([id, entry]) => entryOf(id, entry) ?? []);
  const entryOf = (id: string, entry: PageEntry): SummaryEntry | undefined => {
    switch (entry.type) {
      case 'document':
        return {
          type: 'link',
          title: entry.title,
          url: links.urlOf({ kind: 'page', page: id }),
          line: 0,
          ...(entry.linkTitle && { linkTitle: entry.linkTitle }),
          children: entries(id),
        };
      case 'link':
        return { type: 'link', title: entry.title, url: links.urlOf(entry.target), line: 0, children: [] };
      case 'computed':
        return { type: 'computed', source: { ...entry.computed }, line: 0 };
      case 'group':
        return undefined;
    }
  };
  return (children.get('') ?? []).flatMap(([id, entry]): SummaryNode[] => {
    if (entry.type === 'group')
      return [{ type: 'group', title: entry.title, anchor: entry.slug, children: entries(id) }];
    return [entryOf(id, entry)].flatMap((node) => node ?? []);
  });
}
