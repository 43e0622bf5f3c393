/**
 * The assignments to a row of `search_space` by which the next run indexes the space from nothing. The parameter `empty` is the
 * empty root. The run first goes to the pages that are indexed: search hides by their conditions what it still shows of them.
 */
export const fromNothing = (empty: string): string =>
  `pages = ${empty}, target = coalesce(nullif(pages, ${empty}), target), computed = ''`;
