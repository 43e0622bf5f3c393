import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useDeferredValue, useEffect, useState } from 'react';
import { call } from '../../api/client';
import { ReferenceContext } from '../documents/references';
import { ChoiceMenu } from './choice-menu';
import { putInline } from './put-nodes';
import { takesInlines } from './titles';
import { choice, holds, useTitled, type TargetChoice } from './use-target-choices';

/** The text after an `@` before the cursor; undefined where there is none. */
function mentionQuery({ selection: { $from, empty } }: EditorState): string | undefined {
  const { parent, parentOffset } = $from;
  if (!empty || !takesInlines(parent)) return undefined;
  const before = parent.textBetween(Math.max(0, parentOffset - 42), parentOffset, undefined, '\ufffc');
  return /(?:^|[\s(])@((?:[\p{L}\p{N}][\p{L}\p{N} .'-]{0,40})?)$/u.exec(before)?.[1];
}

/** The menu of users, pages and spaces, opened by an `@`. */
export function MentionMenu({ view, state }: { view: EditorView; state: EditorState }) {
  const query = mentionQuery(state);
  const [dismissed, setDismissed] = useState<number>();
  const start = state.selection.from - (query?.length ?? 0) - 1;
  useEffect(() => {
    if (query === undefined) setDismissed(undefined);
  }, [query]);
  const isOpen = query !== undefined && dismissed !== start && view.hasFocus();
  const found = useMentioned(useDeferredValue(query?.trim()), isOpen);
  if (!isOpen || found.length === 0) return null;
  return (
    <ChoiceMenu
      view={view}
      label="Mention"
      options={found}
      at={start}
      onChoose={({ ref }) => {
        const inline = { object: 'inline' as const, type: 'mention', isVoid: true, data: { ref } };
        putInline(view, inline, { from: start, to: view.state.selection.from });
      }}
      onDismiss={() => setDismissed(start)}
    />
  );
}

/** The members, pages and spaces whose names hold a text. */
function useMentioned(text: string | undefined, enabled: boolean): TargetChoice[] {
  const organizationId = use(ReferenceContext)?.place.organizationId ?? '';
  const isAsked = enabled && organizationId !== '' && text !== undefined;
  const titled = useTitled(text ?? '', isAsked);
  const members = useQuery({
    queryKey: ['mentioned', organizationId, text ?? ''],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('listMembersInOrganizationById', {
        params: { organizationId },
        query: { limit: 6, ...(text && { search: text }) },
        signal,
      }),
  });
  if (!isAsked) return [];
  return [
    ...(members.data?.items ?? [])
      .filter(({ user }) => holds(`${user.displayName} ${user.email ?? ''}`, text))
      .map(({ user }) => choice(user.displayName, 'User', { kind: 'user', user: user.id })),
    ...titled,
  ];
}
