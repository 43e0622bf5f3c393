export { inferTree } from './infer-tree';
export type { FileProblem, FileSource, SpaceImport, SpacePage, SpaceTree, SummaryNode, TreePage } from './model';
export { cleanPath, resolveUrl } from './paths';
export { readRepository, readSpace, type ReadOptions, type RepositoryImport } from './read-space';
export { readTree } from './read-tree';
export { readDocsYaml, readGitbookYaml, type SiteNode, type SiteSettings, type SpaceSettings } from './settings';
export { readSummary, writeSummary } from './summary';
export { writeSpace, type PageExport, type SpaceExport } from './write-space';
