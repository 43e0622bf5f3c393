import type { Page } from 'playwright-core';
import { sessionCookie } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';

const sessions = new WeakMap<TestOrganization, Map<string, string>>();

/** Signs a page of Chromium in as a user, the administrator where no other is named. */
export async function signInTo(world: TestOrganization, page: Page, email = world.admin.email): Promise<void> {
  const known = sessions.get(world) ?? new Map<string, string>();
  sessions.set(world, known);
  const value = known.get(email) ?? (await sessionCookie(world, email)).split('=')[1]!;
  known.set(email, value);
  await page.context().addCookies([{ name: 'bindery-session', value, url: world.platform.baseUrl }]);
}
