import type { TestOrganization } from '../organization/test-organization';
import { Browser } from './browser';
import { codeOf, mailsTo, nextMail } from './mails';

/** The cookie of a browser in which the user is signed in. */
export async function sessionCookie(world: TestOrganization, email: string): Promise<string> {
  const browser = new Browser(world);
  const before = (await mailsTo(world, email)).length;
  const { json } = await browser.visit<{ signIn: string }>('/sign-in', { form: { email } });
  const form = { signIn: json.signIn, code: codeOf(await nextMail(world, email, before)) };
  await browser.visit('/sign-in/code', { form, page: true });
  return `bindery-session=${browser.cookies.get('bindery-session')!}`;
}
