import { useState } from 'react';
import type { OrganizationMember } from '../../api/contracts';
import { useList, type ListResult } from '../../api/queries';

export interface MemberChoice extends ListResult<OrganizationMember> {
  search: string;
  setSearch(search: string): void;
}

/** The members of an organization to choose from, narrowed by a search. Guests cannot list them: `enabled` is false for those. */
export function useMemberChoice(organizationId: string, enabled = true): MemberChoice {
  const [search, setSearch] = useState('');
  const members = useList('listMembersInOrganizationById', {
    params: { organizationId },
    query: { limit: 1000, search: search || undefined },
    enabled,
  });
  return { ...members, search, setSearch };
}

/** The search of a choice of members; it is shown where there are more than the choice can hold. */
export function MemberSearch({ members, onSearch }: { members: MemberChoice; onSearch?(): void }) {
  if (!members.hasMore && members.search === '') return null;
  return (
    <input
      className="input"
      type="search"
      aria-label="Search the members to choose from"
      placeholder="There are many members: search by name or e-mail address"
      value={members.search}
      // The form around it is not sent by the key.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={(event) => {
        members.setSearch(event.target.value);
        onSearch?.();
      }}
    />
  );
}
