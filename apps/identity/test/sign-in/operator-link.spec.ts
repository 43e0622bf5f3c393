import {
  Browser,
  createServiceOrganization,
  operatorCommand,
  type ServiceOrganization,
  type SignedInProgram,
} from '@bindery/testing';

let world: ServiceOrganization;
beforeAll(async () => (world = await createServiceOrganization('identity')));
afterAll(() => world.close());

/** The sign-in link that an operator has made for a user. */
async function linkFor(email: string): Promise<string> {
  const { rows } = await operatorCommand(world.platform.service.service, `sign-in link ${email}`);
  return String(rows[0]!.link);
}

it('signs the user in once, in the browser that confirms it', async () => {
  const { email } = world.admin;
  const address = await linkFor(email.toUpperCase());
  expect(address).toMatch(/^http:\/\/bindery\.test\/sign-in\/link\/\w+\.[\w-]+$/);
  const link = address.split('/').at(-1)!;
  const browser = new Browser(world);
  expect((await browser.visit('/sign-in/link', { form: { link } })).status).toBe(403);
  const opened = await browser.visit<{ confirmation: string }>(new URL(address).pathname);
  expect(opened.json).toMatchObject({ email, isOfBrowser: false });
  const form = { link, confirmation: opened.json.confirmation };
  const { status, json } = await browser.visit<SignedInProgram>('/sign-in/link', { form });
  expect({ status, email: json.user.email }).toEqual({ status: 200, email });
  expect((await browser.visit('/sign-in/link', { form })).status).toBe(403);
});

it('is made for users alone', async () => {
  await expect(linkFor('nobody@example.com')).rejects.toThrow('No user has the e-mail address nobody@example.com');
  await expect(linkFor('nonsense')).rejects.toThrow('No user has the e-mail address nonsense');
});
