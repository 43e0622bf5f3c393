import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { organization } from './base-routes';

const sites = createRoute({
  getParentRoute: () => organization,
  path: '/sites',
  component: lazyRouteComponent(() => import('../features/sites/site-list')),
});
const overview = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId',
  component: lazyRouteComponent(() => import('../features/sites/site-page')),
});
const structure = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/structure',
  component: lazyRouteComponent(() => import('../features/sites/structure/structure-page')),
});
const customization = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/customization',
  component: lazyRouteComponent(() => import('../features/sites/customization/customization-page')),
});
const siteSpaceCustomization = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/customization/$siteSpaceId',
  component: lazyRouteComponent(() => import('../features/sites/customization/customization-page')),
});
const audience = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/audience',
  component: lazyRouteComponent(() => import('../features/sites/audience/audience-page')),
});
const redirects = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/redirects',
  component: lazyRouteComponent(() => import('../features/sites/redirects/redirects-page')),
});
const insights = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/insights',
  component: lazyRouteComponent(() => import('../features/sites/insights/insights-page')),
});
const access = createRoute({
  getParentRoute: () => organization,
  path: '/site/$siteId/access',
  component: lazyRouteComponent(() => import('../features/access/site-access-page')),
});

/** Publishing: the sites of an organization, and the screens of each. */
export const siteRoutes = [
  sites,
  overview,
  structure,
  customization,
  siteSpaceCustomization,
  audience,
  redirects,
  insights,
  access,
];
