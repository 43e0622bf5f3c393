import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { base } from '../api/client';
import { Shell } from './shell';
import { NotFound } from './not-found';

/** The routes mirror the addresses that the API gives as `urls.app`. */
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../features/organizations/choose-organization')),
});
const organization = createRoute({ getParentRoute: () => root, path: '/o/$organizationId', component: Shell });

const organizationHome = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyRouteComponent(() => import('../features/organizations/organization-home')),
});
const collection = createRoute({
  getParentRoute: () => organization,
  path: '/c/$collectionId',
  component: lazyRouteComponent(() => import('../features/collections/collection-page')),
});
const changeRequests = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/change-requests',
  component: lazyRouteComponent(() => import('../features/change-requests/change-request-list')),
});
const changeRequest = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/change-requests/$changeRequestId',
});
const changeRequestOverview = createRoute({
  getParentRoute: () => changeRequest,
  path: '/',
  component: lazyRouteComponent(() => import('../features/change-requests/change-request-page')),
});
const changeRequestContent = createRoute({
  getParentRoute: () => changeRequest,
  path: '$',
  component: lazyRouteComponent(() => import('../features/pages/draft-page')),
});
const revision = createRoute({ getParentRoute: () => organization, path: '/s/$spaceId/~/revisions/$revisionId' });
const revisionOverview = createRoute({
  getParentRoute: () => revision,
  path: '/',
  component: lazyRouteComponent(() => import('../features/pages/revision-page')),
});
const revisionContent = createRoute({
  getParentRoute: () => revision,
  path: '$',
  component: lazyRouteComponent(() => import('../features/pages/revision-page')),
});
const history = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/revisions',
  component: lazyRouteComponent(() => import('../features/history/history-page')),
});
const pageHistory = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/pages/$pageId/revisions',
  component: lazyRouteComponent(() => import('../features/history/page-history-page')),
});
const comparison = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/compare/$before/$after',
  component: lazyRouteComponent(() => import('../features/history/compare-page')),
});
const pageComparison = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/compare/$before/$after/$pageId',
  component: lazyRouteComponent(() => import('../features/history/compare-page')),
});
const space = createRoute({ getParentRoute: () => organization, path: '/s/$spaceId' });
const spaceOverview = createRoute({
  getParentRoute: () => space,
  path: '/',
  component: lazyRouteComponent(() => import('../features/pages/space-page')),
});
const page = createRoute({
  getParentRoute: () => space,
  path: '$',
  component: lazyRouteComponent(() => import('../features/pages/space-page')),
});
const members = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  component: lazyRouteComponent(() => import('../features/members/members-page')),
});
const sites = createRoute({
  getParentRoute: () => organization,
  path: '/sites',
  component: lazyRouteComponent(() => import('../features/sites/site-list')),
});
const site = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId',
  component: lazyRouteComponent(() => import('../features/sites/site-page')),
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

const routeTree = root.addChildren([
  home,
  organization.addChildren([
    organizationHome,
    collection,
    changeRequests,
    changeRequest.addChildren([changeRequestOverview, changeRequestContent]),
    history,
    pageHistory,
    comparison,
    pageComparison,
    revision.addChildren([revisionOverview, revisionContent]),
    space.addChildren([spaceOverview, page]),
    members,
    sites,
    site,
    teams,
    auditLog,
    account,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: `${base}/app`,
  defaultPreload: false,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
