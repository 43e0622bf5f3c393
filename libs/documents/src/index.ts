export * from './model/model';
export { plainLinks, parseStableLink, stableLink } from './model/links';
export { normalise } from './model/normalise';
export { withAnchors } from './model/anchors';
export { maximumContainers, maximumDepth } from './model/limits';
export type { LayoutPart, PageFrontMatter, PageLayout } from './markdown/front-matter';
export { parseMarkdown, parsePage, renderMarkdown, renderPage, type LinkOptions, type Page } from './page';
