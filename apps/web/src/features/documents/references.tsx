import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { RevisionPage } from '../../api/contracts';
import { pagePath, type PagePlace } from '../pages/page-links';
import { readFile } from '../pages/read-file';
import { leadsOut, useRemoteTarget } from './use-remote-target';

/** A reference as documents hold it; which further fields there are depends on the kind. */
export interface Reference {
  kind: string;
  url?: string;
  page?: string;
  file?: string;
  anchor?: string;
  space?: string;
  reusableContent?: string;
  [field: string]: unknown;
}

interface References {
  place: PagePlace;
  pages: ReadonlyMap<string, RevisionPage>;
}

export const ReferenceContext = createContext<References | undefined>(undefined);

export function pagesById(
  pages: readonly RevisionPage[],
  found = new Map<string, RevisionPage>(),
): Map<string, RevisionPage> {
  for (const page of pages) {
    found.set(page.id, page);
    if ('pages' in page) pagesById(page.pages, found);
  }
  return found;
}

const isSafe = (url: string) =>
  /^(https?:|mailto:|tel:|#|\/|\.|[\w-]+(\/|$))/i.test(url) && !/^(javascript|data|vbscript):/i.test(url);

export interface Target {
  /** Absent where it leads nowhere that the reader may go. */
  href?: string;
  /** A path of the app itself. */
  to?: string;
  title?: string;
  isBroken?: boolean;
}

/** Where a reference leads. Files are addressed by `useFileURL`. */
export function useTarget(reference: Reference | undefined): Target {
  const references = use(ReferenceContext);
  const remote = useRemoteTarget(reference, references?.place);
  if (!reference) return {};
  if (reference.kind === 'url') return reference.url && isSafe(reference.url) ? { href: reference.url } : {};
  if (!references) return {};
  const { place, pages } = references;
  if (reference.kind === 'openapi')
    return { to: `/o/${place.organizationId}/openapi/${String(reference.spec)}`, title: String(reference.spec) };
  if (leadsOut(reference, place)) return remote;
  if (reference.kind === 'anchor' && !reference.page) return { href: `#${reference.anchor}` };
  if (reference.kind !== 'page' && reference.kind !== 'anchor') return {};
  const page = pages.get(reference.page ?? '');
  if (!page || !('path' in page)) return { isBroken: true };
  return { to: pagePath(place, page.path), title: page.title };
}

/** The address of a file of the space, as soon as it is known. */
export function useFileURL(reference: Reference | undefined): string | undefined {
  const file = useFile(reference);
  if (reference?.kind === 'url') return reference.url && isSafe(reference.url) ? reference.url : undefined;
  return file?.downloadURL;
}

/** A file of the space, as soon as it is known. */
export function useFile(reference: Reference | undefined): { name: string; downloadURL: string } | undefined {
  const references = use(ReferenceContext);
  const fileId = reference?.kind === 'file' ? reference.file : undefined;
  const { spaceId = '', changeRequestId, revisionId } = references?.place ?? {};
  const file = useQuery({
    queryKey: ['file', spaceId, changeRequestId ?? '', revisionId ?? '', fileId ?? ''],
    enabled: fileId !== undefined && spaceId !== '',
    // The addresses of files are signed for a day.
    staleTime: 3_600_000,
    queryFn: () => readFile({ spaceId, changeRequestId, revisionId }, fileId!),
  });
  return file.data;
}
