import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RequestError } from '../../api/client';
import type { AnswerOf, RevisionPage } from '../../api/contracts';
import { readContent } from './edit-content';
import { pagesKey, type ContentPlace } from './use-pages';
import { pagesBelow } from './tree-rows';

/** The content of main or of a change request, without its documents and without computed pages. */
export const useStoredContent = (place: ContentPlace, isEnabled = true) =>
  useQuery<AnswerOf<'getCurrentRevision'>, RequestError>({
    queryKey: [...pagesKey(place), 'stored'],
    enabled: isEnabled,
    queryFn: () => readContent(place),
  });

/**
 * The pages of a tree that can be edited: all but those that are computed, for example from an OpenAPI specification. These have
 * no content of their own, and the API refuses changes of them. Undefined while that is not known.
 */
export function useStoredPages(
  place: ContentPlace,
  pages: readonly RevisionPage[] | undefined,
): readonly RevisionPage[] | undefined {
  const hasComputed = useMemo(() => pages !== undefined && holdsComputed(pages), [pages]);
  const stored = useStoredContent(place, hasComputed);
  return hasComputed ? stored.data?.pages : pages;
}

/** Whether a page names the source that it is computed from. */
export const isComputed = (page: RevisionPage): boolean => 'computed' in page && page.computed !== undefined;

const holdsComputed = (pages: readonly RevisionPage[]): boolean =>
  pages.some((page) => isComputed(page) || holdsComputed(pagesBelow(page)));
