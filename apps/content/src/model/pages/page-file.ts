import { editFrontMatter, editTitle, plainLinks, readFrontMatter, readTitle } from '@bindery/documents';
import { isSame } from '../merge/three-way';
import type { DocumentPageEntry } from './page-entry';
import { frontMatterOf } from './written-front-matter';

/** The fields of a page, or of a reusable content, that its file contains besides the document. */
export type StatedByFile = Partial<DocumentPageEntry>;

/** The title of a page in its file: from its front matter, or its first heading. */
export function titleIn(file: string): string | undefined {
  return readFrontMatter(file).title?.trim() || readTitle(file)?.trim() || undefined;
}

/**
 * Updates the file of a page from `before` to `after`: writes only the changed fields of its front matter and title. A
 * title in the file that differed from that of the page is the file's own and stays.
 */
export function restatedFile(file: string, before: StatedByFile, after: StatedByFile): string {
  const frontMatter = readFrontMatter(file);
  const [was, is] = [frontMatterOf(before, plainLinks), frontMatterOf(after, plainLinks)];
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys({ ...was, ...is }))
    if (!isSame(was[name], is[name])) changes[name] = changed(frontMatter[name], was[name], is[name]);
  let restated = file;
  if (after.title !== undefined && after.title !== before.title) {
    if (frontMatter.title?.trim() === before.title) changes.title = after.title;
    if (readTitle(file) === before.title) restated = editTitle(file, after.title);
  }
  return editFrontMatter(restated, changes);
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of the file with the changes to it; the file may contain more than the page. */
function changed(own: unknown, before: unknown, after: unknown): unknown {
  if (!isFields(own) || !isFields(before) || !isFields(after)) return after;
  const result: Fields = { ...own };
  for (const name of Object.keys({ ...before, ...after })) {
    if (isSame(before[name], after[name])) continue;
    if (after[name] === undefined) delete result[name];
    else result[name] = changed(own[name], before[name], after[name]);
  }
  return result;
}
