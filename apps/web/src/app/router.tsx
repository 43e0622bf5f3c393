import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { base } from '../api/client';
import { organization, root } from './base-routes';
import { extensionRoutes, managementRoutes } from './management-routes';
import { FailedScreen, LoadingScreen } from './screen-states';
import { siteRoutes } from './site-routes';

/** The routes mirror the addresses that the API gives as `urls.app`. */
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../features/organizations/choose-organization')),
});

const integrationLink = createRoute({
  getParentRoute: () => root,
  path: '/integrations/$integrationName',
  component: lazyRouteComponent(() => import('../features/integrations/integration-link')),
});
const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$organizationId/$inviteId',
  component: lazyRouteComponent(() => import('../features/join/join-page')),
});

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
const pageById = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/pages/$pageId',
  component: lazyRouteComponent(() => import('../features/pages/page-by-id')),
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
const exchange = createRoute({
  getParentRoute: () => organization,
  path: '/s/$spaceId/~/exchange',
  component: lazyRouteComponent(() => import('../features/exchange/exchange-page')),
});
const live = createRoute({ getParentRoute: () => organization, path: '/s/$spaceId/~/edit' });
const liveOverview = createRoute({
  getParentRoute: () => live,
  path: '/',
  component: lazyRouteComponent(() => import('../features/pages/live-page')),
});
const livePage = createRoute({
  getParentRoute: () => live,
  path: '$',
  component: lazyRouteComponent(() => import('../features/pages/live-page')),
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
const routeTree = root.addChildren([
  home,
  integrationLink,
  join,
  organization.addChildren([
    organizationHome,
    collection,
    changeRequests,
    changeRequest.addChildren([changeRequestOverview, changeRequestContent]),
    history,
    pageById,
    pageHistory,
    comparison,
    pageComparison,
    revision.addChildren([revisionOverview, revisionContent]),
    exchange,
    live.addChildren([liveOverview, livePage]),
    space.addChildren([spaceOverview, page]),
    ...siteRoutes,
    ...managementRoutes,
    ...extensionRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: `${base}/app`,
  defaultPreload: false,
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: FailedScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
