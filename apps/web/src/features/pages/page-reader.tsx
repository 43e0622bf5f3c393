import { useEffect, type ReactNode } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { PageDiscussion, type Discussion } from '../comments/page-discussion';
import { DocumentView } from '../documents/document-view';
import { rememberPage } from '../search/recent-pages';
import { Outline } from './outline';
import { PageCover } from './page-cover';
import { pagePath, type PagePlace } from './page-links';
import { PageSign } from './page-sign';
import { PageState } from './page-state';
import { UnsavedText } from './unsaved-text';
import { useHashTarget } from './use-hash-target';
import { documentOf, firstPage, usePage } from './use-page';
import { usePages } from './use-pages';
import { isComputed } from './use-stored-pages';

interface PageReaderProps {
  place: PagePlace;
  /** The path of the page; the first page of the content without one. */
  path?: string;
  /** Stands above the page, given the page that is shown. */
  header(page: RevisionPage | undefined): ReactNode;
  /** The title of the space, where the page counts as opened by the user; absent elsewhere. */
  rememberedIn?: string;
  /** Where comments on the page go; absent where it has none. */
  discussion?: Discussion;
  /** Stands below the title. */
  note?: string;
  /** Says why text of the page that this browser keeps cannot be saved any more; absent where it can be, or is not kept. */
  whyUnsaved?: string;
}

/** A page as readers see it, with its outline. */
export function PageReader({ place, path, header, rememberedIn, discussion, note, whyUnsaved }: PageReaderProps) {
  const pages = usePages(place);
  const shown = path ?? (pages.data && firstPage(pages.data)?.path);
  const page = usePage(place, shown);
  const document = page.data?.type === 'document' ? documentOf(page.data) : undefined;
  useHashTarget(page.data?.id);
  useRemembered(place, page.data, rememberedIn);
  const isEmpty = pages.data !== undefined && shown === undefined;
  const description = page.data && 'description' in page.data ? page.data.description : undefined;
  return (
    <>
      {header(page.data)}
      <div className="reading">
        <article>
          <PageState
            pages={pages}
            page={page}
            isEmpty={isEmpty}
            whenEmpty="Open a change request to write the first one."
          />
          {page.data && (
            <>
              {page.data.type === 'document' && <PageCover page={page.data} place={place} />}
              <h1 className="page-title">
                <PageSign page={page.data} /> {page.data.title}
              </h1>
              {note && (
                <p className="caution" role="note">
                  {note}
                </p>
              )}
              {whyUnsaved && document && (
                <UnsavedText
                  key={page.data.id}
                  place={place}
                  pageId={page.data.id}
                  pages={pages.data ?? []}
                  reason={whyUnsaved}
                />
              )}
              {description && <p className="page-description">{description}</p>}
              {document && !discussion && <DocumentView document={document} place={place} pages={pages.data ?? []} />}
              {document && discussion && (
                <PageDiscussion
                  key={page.data.id}
                  {...discussion}
                  page={page.data.id}
                  isComputed={isComputed(page.data)}
                  document={document}
                  place={place}
                  pages={pages.data ?? []}
                />
              )}
            </>
          )}
        </article>
        <aside>{document && <Outline document={document} />}</aside>
      </div>
    </>
  );
}

/** Keeps the page among those that the user opened last. */
function useRemembered(place: PagePlace, page: RevisionPage | undefined, where: string | undefined): void {
  useEffect(() => {
    if (where === undefined || page?.type !== 'document') return;
    const { title, emoji, icon, path } = page;
    rememberPage(place.organizationId, { title, emoji, icon, where, to: pagePath(place, path) });
  }, [place, page, where]);
}
