import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organization } from './base-routes';

const members = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  component: lazyRouteComponent(() => import('../features/members/members-page')),
});
const teams = createRoute({
  getParentRoute: () => organization,
  path: '/teams',
  component: lazyRouteComponent(() => import('../features/teams/teams-page')),
});
const auditLog = createRoute({
  getParentRoute: () => organization,
  path: '/audit-log',
  component: lazyRouteComponent(() => import('../features/audit/audit-log')),
});
const account = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page')),
});
const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/settings-page')),
});
const signIn = createRoute({
  getParentRoute: () => organization,
  path: '/settings/sso',
  component: lazyRouteComponent(() => import('../features/sso/sso-page')),
});
const spaceAccess = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/access',
  component: lazyRouteComponent(() => import('../features/access/space-access-page')),
});
const collectionAccess = createRoute({
  getParentRoute: () => organization,
  path: '/c/$collectionId/access',
  component: lazyRouteComponent(() => import('../features/access/collection-access-page')),
});

const spaceSettings = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/settings',
  component: lazyRouteComponent(() => import('../features/spaces/space-settings-page')),
});

const integrations = createRoute({
  getParentRoute: () => organization,
  path: '/integrations',
  component: lazyRouteComponent(() => import('../features/integrations/integration-list')),
});
const integration = createRoute({
  getParentRoute: () => organization,
  path: '/integrations/$integrationName',
  component: lazyRouteComponent(() => import('../features/integrations/integration-page')),
});
const installation = createRoute({
  getParentRoute: () => organization,
  path: '/integrations/$integrationName/$installationId',
  component: lazyRouteComponent(() => import('../features/integrations/integration-page')),
});
const specifications = createRoute({
  getParentRoute: () => organization,
  path: '/openapi',
  component: lazyRouteComponent(() => import('../features/openapi/specification-list')),
});
const specification = createRoute({
  getParentRoute: () => organization,
  path: '/openapi/$specSlug',
  component: lazyRouteComponent(() => import('../features/openapi/specification-page')),
});
const translations = createRoute({
  getParentRoute: () => organization,
  path: '/translations',
  component: lazyRouteComponent(() => import('../features/translations/translation-list')),
});
const glossary = createRoute({
  getParentRoute: () => organization,
  path: '/translations/glossary',
  component: lazyRouteComponent(() => import('../features/translations/glossary-page')),
});
const translation = createRoute({
  getParentRoute: () => organization,
  path: '/translations/$translationId',
  component: lazyRouteComponent(() => import('../features/translations/translation-page')),
});
const conversations = createRoute({
  getParentRoute: () => organization,
  path: '/conversations',
  component: lazyRouteComponent(() => import('../features/conversations/cluster-list')),
});
const issues = createRoute({
  getParentRoute: () => organization,
  path: '/conversations/issues',
  component: lazyRouteComponent(() => import('../features/conversations/issue-list')),
});
const allConversations = createRoute({
  getParentRoute: () => organization,
  path: '/conversations/all',
  component: lazyRouteComponent(() => import('../features/conversations/conversation-list')),
});
const cluster = createRoute({
  getParentRoute: () => organization,
  path: '/conversations/clusters/$clusterId',
  component: lazyRouteComponent(() => import('../features/conversations/cluster-page')),
});
const agentTasks = createRoute({
  getParentRoute: () => organization,
  path: '/agent-tasks',
  component: lazyRouteComponent(() => import('../features/agent-tasks/agent-task-list')),
});
const agentTask = createRoute({
  getParentRoute: () => organization,
  path: '/agent-tasks/$agentTaskId',
  component: lazyRouteComponent(() => import('../features/agent-tasks/agent-task-page')),
});

export const managementRoutes = [
  members,
  teams,
  auditLog,
  account,
  settings,
  signIn,
  spaceAccess,
  spaceSettings,
  collectionAccess,
];
export const extensionRoutes = [
  integrations,
  integration,
  installation,
  specifications,
  specification,
  translations,
  glossary,
  translation,
  conversations,
  issues,
  allConversations,
  cluster,
  agentTasks,
  agentTask,
];
