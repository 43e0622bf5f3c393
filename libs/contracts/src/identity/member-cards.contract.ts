import { composed, Foreign, batch } from '../core/compose';
import { Int, Nested } from '../core/fields';
import { NextPage } from '../core/page';
import { spaceViewerKey } from '../shared/visible-spaces.contract';
import { OrganizationMember } from './members.contract';
import { userCards } from './users.contract';

/** Members as other services' answers show them, by `memberKey`. A former member is shown as a disabled guest. */
export const memberCards = batch('identity', 'memberCards', OrganizationMember, {
  // Guests of the organization do not see the addresses of its members.
  shownTo: (member, caller, key) => {
    const [organization = '', id] = key.split('/');
    if (id === caller.user || caller.organizations[organization]?.role) return member;
    const { email: _email, ...user } = member.user;
    return { ...member, user };
  },
  missing: (key): OrganizationMember => {
    const [organization = '', id = ''] = key.split('/');
    return {
      object: 'member',
      id,
      role: null,
      user: userCards.missing!(id),
      disabled: true,
      joinedAt: new Date(0).toISOString(),
      sso: false,
      spaces: composed<number>(spaceViewerKey({ type: 'guest', organization, subject: id, teams: [] })),
      teams: 0,
    };
  },
});

export const memberKey = (organization: string, user: string): string => `${organization}/${user}`;

/** A page of members in another service's answer. */
export class MemberCardList {
  @Foreign(memberCards, { array: true }) items!: OrganizationMember[];
  @Int({ optional: true }) count?: number;
  @Nested(() => NextPage, { optional: true }) next?: NextPage;
}
