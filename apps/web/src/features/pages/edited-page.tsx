import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { Loading } from '../../ui/states';
import { Comments } from '../comments/comments';
import type { Discussion } from '../comments/page-discussion';
import { pagesById, ReferenceContext } from '../documents/references';
import type { PagePlace } from './page-links';
import { PageReader } from './page-reader';
import { PageState } from './page-state';
import { documentOf, firstPage, useWrittenPage } from './use-page';
import { usePages } from './use-pages';
import { isComputed, useStoredPages } from './use-stored-pages';

const loadEditor = () => import('../editor/page-editor');
const PageEditor = lazy(loadEditor);
// It comes while the page is read.
void loadEditor();

interface EditedPageProps {
  place: PagePlace;
  /** The path of the page; the first page of the content without one. */
  path?: string;
  /** Stands above the page, given its title. */
  header(title: string | undefined): ReactNode;
  /** Where comments on the page go. */
  discussion: Discussion;
}

/** A page in the editor; a computed one is only shown. */
export function EditedPage({ place, path, header, discussion }: EditedPageProps) {
  const pages = usePages(place);
  const shown = path ?? (pages.data && firstPage(pages.data)?.path);
  const page = useWrittenPage(place, shown);
  const isEmpty = pages.data !== undefined && shown === undefined;
  const stored = useStoredPages(place, pages.data);
  const isReadOnly = page.data && isOutside(page.data, stored);
  const references = useMemo(() => ({ place, pages: pagesById(pages.data ?? []) }), [place, pages.data]);
  if (isReadOnly)
    return (
      <PageReader
        place={place}
        path={shown}
        header={(read) => header(read?.title)}
        discussion={discussion}
        note="This page is computed, and cannot be edited here. It changes with its source, for example an OpenAPI specification or the pages that it translates."
      />
    );
  return (
    <ReferenceContext value={references}>
      {header(page.data?.title)}
      <div className="reading">
        <article>
          <PageState
            pages={pages}
            page={page}
            isEmpty={isEmpty}
            whenEmpty="Add the first one with the button beside “Pages”."
          />
          {page.data && page.data.type !== 'document' && <h1 className="page-title">{page.data.title}</h1>}
          {page.data?.type === 'document' && (
            <Suspense fallback={<Loading lines={8} />}>
              <PageEditor
                key={`${place.changeRequestId ?? ''}/${page.data.id}`}
                place={place}
                page={page.data}
                isFresh={!page.isStale}
              />
            </Suspense>
          )}
          {page.data?.type === 'document' && (
            <Comments {...discussion} page={page.data.id} document={documentOf(page.data)} />
          )}
        </article>
      </div>
    </ReferenceContext>
  );
}

/** Whether a page is none of those that are stored; while these are not known, whether it names a source. */
const isOutside = (page: RevisionPage, stored: readonly RevisionPage[] | undefined): boolean =>
  stored ? !pagesById(stored).has(page.id) : isComputed(page);
