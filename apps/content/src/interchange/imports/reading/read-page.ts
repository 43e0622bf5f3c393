import { alignKeys, assignKeys, parsePage, type Document } from '@bindery/documents';
import { textHash } from '../../../storage/store/canonical-json';
import { settingsOf } from '../../../model/pages/front-matter';
import { importLinks } from '../link-resolver';
import { lineOfUrl } from '../line-of-url';
import { wellFormed, wellFormedJson } from '../../../storage/well-formed';
import type { KnownPaths } from '../../../model/pages/file-paths';
import type { PageReading, PageTask } from './reading-tasks';

/** The maximum of broken links of one page that are listed. */
const maxBroken = 1_000;

/** Parses one page. Equal sources with equal links give equal documents, keys included. */
export function readPage({ file, markdown, previous }: PageTask, known: KnownPaths): PageReading {
  const files = new Set<string>();
  const broken = new Set<string>();
  const links = importLinks(file, known, { used: (path) => files.add(path), broken: (url) => broken.add(url) });
  const { frontMatter, title, document, problems } = parsePage(markdown.replace(/^\uFEFF/, ''), { links });
  const settings = settingsOf(frontMatter, links);
  const body = wellFormedJson(keyed(document, markdown, previous));
  const ownTitle = frontMatter.title?.trim() || title;
  return {
    ...(ownTitle && { title: wellFormed(ownTitle) }),
    settings,
    body,
    hash: textHash(`${body}\n${markdown}`),
    files: [...files],
    problems: [...problems, ...[...broken].slice(0, maxBroken).map((url) => brokenLink(markdown, url))],
    omitted: Math.max(0, broken.size - maxBroken),
  };
}

const brokenLink = (markdown: string, url: string) => ({
  line: lineOfUrl(markdown, url),
  message: `The link ${url} leads nowhere`,
});

/** Gives nodes the keys of their previous counterparts, and new ones keys that depend only on the source. */
function keyed(document: Document, markdown: string, previous: string | undefined): Document {
  const aligned = previous === undefined ? document : alignKeys(JSON.parse(previous) as Document, document);
  const prefix = textHash(markdown).slice(0, 10);
  let count = 0;
  return assignKeys(aligned, () => `${prefix}${(count++).toString(36)}`);
}
