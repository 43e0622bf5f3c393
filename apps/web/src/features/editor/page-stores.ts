import { call, RequestError } from '../../api/client';
import type { Document } from '../../api/contracts';
import { currentRevision, editContent } from '../pages/edit-content';
import type { ContentPlace } from '../pages/use-pages';
import { documentOf } from '../pages/use-page';
import { draftsOf } from './draft-storage';
import { UnreadableSourceError, type Draft, type PageStore, type PageWrite } from './page-saver';

/** The unsaved document of a page, kept in this browser. */
export const documentDrafts = (place: ContentPlace, page: string) => draftsOf<Draft>(place, page);

/** The unsaved Markdown of a page, kept in this browser. */
export const sourceDrafts = (place: ContentPlace, page: string) => draftsOf<Draft<string>>(place, `${page}/markdown`);

/** A title that was typed and is not saved, with those that the page may have had then. */
interface TitleDraft {
  title: string;
  bases: string[];
}

/** The unsaved title of a page, kept in this browser. */
export const titleDrafts = (place: ContentPlace, page: string) => draftsOf<TitleDraft>(place, `${page}/title`);

/** Reads and writes the document of a page. */
export function documentStore(place: ContentPlace, page: string): PageStore {
  const readIn = async (revisionId: string) => documentOf(await readPageIn(place, revisionId, page, 'document'));
  return {
    read: () => readNow(place, readIn),
    write: ({ document, ...write }) => writePage(place, page, { ...write, document: { document } }, readIn),
    ...documentDrafts(place, page),
  };
}

/** Reads and writes the Markdown of a page. */
export function sourceStore(place: ContentPlace, page: string): PageStore<string> {
  const readIn = async (revisionId: string) => {
    const read = await readPageIn(place, revisionId, page, 'markdown');
    return (read as { markdown?: string }).markdown ?? '';
  };
  return {
    read: () => readNow(place, readIn),
    write: ({ document: markdown, ...write }) => writePage(place, page, { ...write, document: { markdown } }, readIn),
    ...sourceDrafts(place, page),
  };
}

const readPageIn = ({ spaceId }: ContentPlace, revisionId: string, pageId: string, format: 'document' | 'markdown') =>
  call('getPageInRevisionById', { params: { spaceId, revisionId, pageId }, query: { format, metadata: false } });

/** A page as it is now, with the revision that has it. */
async function readNow<T>(place: ContentPlace, readIn: (revision: string) => Promise<T>) {
  const revision = await currentRevision(place);
  try {
    return { document: await readIn(revision), revision };
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 404) throw error;
    throw new RequestError(404, 'This page was deleted in the meantime. Copy your text before you leave it.');
  }
}

/** Writes a page, and reads it as it is then; undefined when it was changed since. */
async function writePage<T>(
  place: ContentPlace,
  page: string,
  { document, key, ...rest }: PageWrite<{ document: Document } | { markdown: string }>,
  readIn: (revision: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    const { revision } = await editContent(place, [{ operation: 'update_page', page, document, ...rest }], {
      idempotencyKey: key,
    });
    return await readIn(revision);
  } catch (error) {
    if (error instanceof RequestError && error.code === 412) return undefined;
    if (error instanceof RequestError && error.code === 409 && error.message.includes('replaceSource'))
      throw new UnreadableSourceError();
    throw error;
  }
}
