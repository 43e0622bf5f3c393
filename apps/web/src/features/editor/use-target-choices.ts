import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useDeferredValue } from 'react';
import { call } from '../../api/client';
import type { RevisionPage } from '../../api/contracts';
import { ReferenceContext, type Reference } from '../documents/references';

/** Something that a link may lead to. */
interface TargetChoice {
  key: string;
  label: string;
  /** The kind of thing, or its place. */
  hint: string;
  ref: Reference;
  /** A page of the space, which may have a sign. */
  page?: RevisionPage;
}

export const isAddress = (text: string): boolean => /^(https?:\/\/|mailto:|tel:|#)\S+/.test(text.trim());

const choice = (label: string, hint: string, ref: Reference, page?: RevisionPage): TargetChoice => ({
  key: JSON.stringify(ref),
  label,
  hint,
  ref,
  page,
});

/** The things that a text may name: pages of the space, spaces, and pages elsewhere that hold its words. */
export function useTargetChoices(text: string): TargetChoice[] {
  const references = use(ReferenceContext);
  const query = useDeferredValue(text.trim());
  const { organizationId = '', spaceId = '' } = references?.place ?? {};
  const isAsked = query !== '' && !isAddress(query) && organizationId !== '';
  const spaces = useQuery({
    queryKey: ['mentioned', 'spaces', organizationId],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      call('listSpacesInOrganizationById', { params: { organizationId }, query: { limit: 100 }, signal }),
  });
  const elsewhere = useQuery({
    queryKey: ['targets', organizationId, query],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('searchOrganizationContent', { params: { organizationId }, query: { query, limit: 10 }, signal }),
  });
  if (!isAsked) return [];
  const holds = (title: string) => title.toLowerCase().includes(query.toLowerCase());
  const others = (elsewhere.data?.items ?? []).filter(({ id }) => id !== spaceId);
  return [
    ...documentsIn(references!.pages)
      .filter(({ title }) => holds(title))
      .slice(0, 8)
      .map((page) => choice(page.title, 'Page', { kind: 'page', page: page.id }, page)),
    ...(spaces.data?.items ?? [])
      .filter(({ title }) => holds(title))
      .slice(0, 4)
      .map(({ id, title }) => choice(title, 'Space', { kind: 'space', space: id })),
    ...others.flatMap((space) =>
      space.pages
        .slice(0, 3)
        .map(({ id, title }) => choice(title, `Page of ${space.title}`, { kind: 'page', page: id, space: space.id })),
    ),
  ];
}

const documentsIn = (pages: ReadonlyMap<string, RevisionPage>): RevisionPage[] =>
  [...pages.values()].filter(({ type }) => type === 'document');
