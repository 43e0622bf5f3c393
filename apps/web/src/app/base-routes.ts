import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { NotFound } from './not-found';
import { Shell } from './shell';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
export const organization = createRoute({ getParentRoute: () => root, path: '/o/$organizationId', component: Shell });
