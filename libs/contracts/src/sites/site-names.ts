/**
 * The names below a site, or behind the path of a page, that are no pages. The gateway serves some of them, and sites the others.
 */
export const siteNames = {
  /** Assets of all sites: fonts, and the library that draws diagrams. */
  assets: '~assets',
  /** Files of pages, by their hashes. */
  files: '~files',
  /** The endpoint for readers' feedback on a page. */
  feedback: '~feedback',
  /** The page of results. */
  search: '~search',
  /** A part of it, as the dialog of searches shows it. */
  found: '~found',
  /** The page on which the site answers a question. */
  ask: '~ask',
  /** A part of it, as the dialog of searches shows it. */
  answer: '~answer',
  /** Has the browser forget the visitor. */
  signOut: '~sign-out',
  /** Where programs read the site by the Model Context Protocol. */
  mcp: '~gitbook/mcp',
} as const;

/** The names of the texts about a whole site, for programs. A page of the same name at the root takes the place of one. */
export const siteTexts = {
  robots: 'robots.txt',
  sitemap: 'sitemap.xml',
  /** The titles and addresses of all pages. */
  pages: 'llms.txt',
  /** All pages. */
  allPages: 'llms-full.txt',
} as const;
