import {
  editFrontMatter,
  editTitle,
  preserveSource,
  readFrontMatter,
  readTitle,
  type Document,
} from '@bindery/documents';
import { decide, decideFields, type Versions } from './three-way';

/** A document with its Markdown file, if it has one. */
export interface DocumentWithFile {
  document: Document;
  file: string | null;
}

/**
 * The file of a merged document: main's, with the draft's text of blocks that are equal to the draft's, and with the draft's
 * own changes of front matter and title. Null where no side has a file.
 */
export function mergeFiles({ base, main, draft }: Versions<DocumentWithFile>, document: Document): string | null {
  const [own, other] = main?.file == null ? [draft, main] : [main, draft];
  if (own?.file == null) return null;
  const others = other?.file == null ? [] : [{ source: other.file, document: other.document }];
  const file = preserveSource({ source: own.file, document: own.document }, document, { others });
  if (other?.file == null || base?.file == null) return file;
  const versions = { base: saidBy(base.file), main: saidBy(own.file), draft: saidBy(other.file) };
  const { values } = decideFields({
    base: versions.base.frontMatter,
    main: versions.main.frontMatter,
    draft: versions.draft.frontMatter,
  });
  const title = decide({ base: versions.base.title, main: versions.main.title, draft: versions.draft.title }).value;
  const gone = Object.keys(versions.main.frontMatter).filter((name) => !(name in values));
  const stated = editFrontMatter(file, { ...values, ...Object.fromEntries(gone.map((name) => [name, undefined])) });
  return title === undefined ? stated : editTitle(stated, title);
}

const saidBy = (file: string): { frontMatter: Record<string, unknown>; title: string | undefined } => ({
  frontMatter: readFrontMatter(file),
  title: readTitle(file),
});
