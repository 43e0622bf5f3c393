import { batch } from '../core/compose';
import { Organization } from './organizations.contract';
import { User, userCards } from './users.contract';

const neutral = 'about:blank';

/** An organization of which the caller is no member: its id, and that nothing is permitted in it. */
const foreignOrganization = (id: string): Organization => ({
  object: 'organization',
  id,
  title: 'Organization',
  createdAt: new Date(0).toISOString(),
  emailDomains: [],
  type: 'business',
  inviteLinks: false,
  plan: 'free_2024',
  mergeRules: { type: 'none' },
  urls: { location: neutral, app: neutral },
  trial: { status: 'notapplicable', count: 0 },
  permissions: {
    view: false,
    admin: false,
    ownTeam: false,
    createContent: false,
    createOpenAPISpec: false,
    ingestConversations: false,
    viewBilling: false,
    listMembers: false,
    listTeams: false,
    listIntegrations: false,
    listInstallations: false,
    installIntegration: false,
  },
});

/** Organizations as the caller sees them, where content refers to them. */
export const organizationCards = batch('identity', 'organizationCards', Organization, {
  perCaller: true,
  missing: foreignOrganization,
});

/** Users whom the caller may know, where content refers to them; whoever else is shown like somebody who is gone. */
export const knownUsers = batch('identity', 'knownUsers', User, { perCaller: true, missing: userCards.missing! });
