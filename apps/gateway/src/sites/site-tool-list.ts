import { siteTools, type Endpoint, type SitePageText } from '@bindery/contracts';

/** A tool of every published site: the operation, and its description for a model. */
export interface SiteToolEntry {
  operation: Endpoint;
  name: string;
  title: string;
  description: string;
  /** Whether it also counts as a search. */
  isSearch?: boolean;
  /** The text form of an answer; JSON when absent. */
  format?: (answer: never) => string;
}

/** Each reads only content that the visitor of the site may read. */
export const siteToolList: readonly SiteToolEntry[] = [
  {
    operation: siteTools.searchSitePages as Endpoint,
    name: 'search',
    title: 'Search the site',
    description:
      'Finds pages of this documentation site by words, best first, with the matching passages and their URLs. Use it before answering from memory.',
    isSearch: true,
  },
  {
    operation: siteTools.askSitePages as Endpoint,
    name: 'ask',
    title: 'Ask a question',
    description:
      'Answers a question from the pages of this site, with the sections that each sentence is based on, or says that there is no answer.',
    isSearch: true,
  },
  {
    operation: siteTools.readSitePageText as Endpoint,
    name: 'get_page',
    title: 'Read a page',
    description:
      'Returns a page of this site as Markdown, with its place in the tree: the pages above and below it, and its neighbours. Takes a URL or path that search or list_pages returned. A long page comes in parts.',
    format: formatPage,
  },
  {
    operation: siteTools.listSitePages as Endpoint,
    name: 'list_pages',
    title: 'List the pages',
    description:
      'Lists all pages of this site in the order of its navigation, with their titles, URLs and depth, 200 at a time.',
  },
];

function formatPage({ markdown, ...place }: SitePageText): string {
  return `${JSON.stringify(place)}\n\n${markdown}`;
}
