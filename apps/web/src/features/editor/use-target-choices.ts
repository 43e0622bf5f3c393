import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useDeferredValue } from 'react';
import { call } from '../../api/client';
import type { RevisionPage } from '../../api/contracts';
import { ReferenceContext, type Reference } from '../documents/references';

/** Something that a link or a mention may lead to. */
export interface TargetChoice {
  key: string;
  label: string;
  /** The kind of thing, or its place. */
  hint: string;
  ref: Reference;
  /** A page of the space, which may have a sign. */
  page?: RevisionPage;
}

/** Pages and spaces that are offered at once. */
const [somePages, someSpaces] = [8, 4];

export const isAddress = (text: string): boolean => /^(https?:\/\/|mailto:|tel:|#)\S+/.test(text.trim());

export const choice = (label: string, hint: string, ref: Reference, page?: RevisionPage): TargetChoice => ({
  key: JSON.stringify(ref),
  label,
  hint,
  ref,
  page,
});

export const holds = (title: string, text: string): boolean => title.toLowerCase().includes(text.toLowerCase());

/** The pages of the content that is open, and the spaces of its organization, whose titles hold a text. */
export function useTitled(text: string, enabled: boolean): TargetChoice[] {
  const references = use(ReferenceContext);
  const organizationId = references?.place.organizationId ?? '';
  const spaces = useQuery({
    queryKey: ['titled', 'spaces', organizationId],
    enabled,
    queryFn: ({ signal }) =>
      call('listSpacesInOrganizationById', { params: { organizationId }, query: { limit: 100 }, signal }),
  });
  if (!enabled) return [];
  const pages = [...(references?.pages.values() ?? [])].filter(({ type }) => type === 'document');
  return [
    ...pages
      .filter(({ title }) => holds(title, text))
      .slice(0, somePages)
      .map((page) => choice(page.title, 'Page', { kind: 'page', page: page.id }, page)),
    ...(spaces.data?.items ?? [])
      .filter(({ title }) => holds(title, text))
      .slice(0, someSpaces)
      .map(({ id, title }) => choice(title, 'Space', { kind: 'space', space: id })),
  ];
}

/** The things that a text may name: pages of the space, spaces, and pages elsewhere that hold its words. */
export function useTargetChoices(text: string): TargetChoice[] {
  const references = use(ReferenceContext);
  const query = useDeferredValue(text.trim());
  const { organizationId = '', spaceId = '' } = references?.place ?? {};
  const isAsked = query !== '' && !isAddress(query) && organizationId !== '';
  const titled = useTitled(query, isAsked);
  const elsewhere = useQuery({
    queryKey: ['targets', organizationId, query],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('searchOrganizationContent', { params: { organizationId }, query: { query, limit: 10 }, signal }),
  });
  if (!isAsked) return [];
  const others = (elsewhere.data?.items ?? []).filter(({ id }) => id !== spaceId);
  return [
    ...titled,
    ...others.flatMap((space) =>
      space.pages
        .slice(0, 3)
        .map(({ id, title }) => choice(title, `Page of ${space.title}`, { kind: 'page', page: id, space: space.id })),
    ),
  ];
}
