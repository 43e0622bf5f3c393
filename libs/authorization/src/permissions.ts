import type { OrganizationPermissions } from '@bindery/contracts';
import { atLeast, type Level } from './levels';

/** What a member's role permits in the organization. A guest (null) only sees that it exists. */
export function organizationPermissions(role: Level): OrganizationPermissions {
  const reads = atLeast(role, 'read');
  const creates = atLeast(role, 'create');
  const admin = atLeast(role, 'admin');
  return {
    view: true,
    admin,
    ownTeam: reads,
    createContent: creates,
    createOpenAPISpec: creates,
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: reads,
    listTeams: reads,
    listIntegrations: reads,
    listInstallations: reads,
    installIntegration: admin,
  };
}
