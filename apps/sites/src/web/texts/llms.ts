import type { PageOutline, SpaceOutline } from '@bindery/contracts';
import { shownPages } from '../outline';
import { pagePath, stateOf, titleOf, type SiteView } from '../site-view';

/** The table of contents of the site for programs (llmstxt.org): each page as Markdown. */
export function llmsText(view: SiteView, spaces: readonly SpaceOutline[]): string {
  const byId = new Map(spaces.map(({ id, pages }) => [id, pages]));
  const parts = view.structure.siteSpaces().map((siteSpace) => {
    const hrefOf = (path: string) => `${view.canonical}${pagePath(view, siteSpace, path)}.md`;
    const lines = linesOf(shownPages(byId.get(siteSpace.spaceId) ?? []), hrefOf, 0);
    return `## ${plain(stateOf(view, siteSpace)?.title ?? '')}\n\n${lines.join('\n')}\n`;
  });
  return `# ${plain(titleOf(view))}\n\n${parts.join('\n')}`;
}

function linesOf(pages: readonly PageOutline[], hrefOf: (path: string) => string, depth: number): string[] {
  return pages.flatMap(({ type, title, path, description, pages: below }) => {
    const indent = '  '.repeat(depth);
    const said = description ? `: ${plain(description)}` : '';
    if (type === 'link') return [];
    const own = type === 'group' ? plain(title) : `[${plain(title)}](${hrefOf(path ?? '')})${said}`;
    return [`${indent}- ${own}`, ...linesOf(below, hrefOf, depth + 1)];
  });
}

/** Text on one line, without Markdown syntax. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\[\]<>`*_]/g, '\\$&');
