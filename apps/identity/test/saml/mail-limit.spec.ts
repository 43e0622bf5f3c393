import { mailsTo, startServiceOrganization, visit } from '@bindery/testing';
import { newPerson, SamlWorld } from './saml-world';

let saml: SamlWorld;
beforeAll(async () => {
  const settings = { RATE_LIMIT: 'on', SIGN_IN_PER_EMAIL: '2' };
  saml = await SamlWorld.create(await startServiceOrganization('identity', { settings }));
});
afterAll(() => saml.close());

it('counts the mails that connect an account with the other mails to that address', async () => {
  const connected = await saml.connect();
  const person = newPerson('first.example');
  const { id } = await saml.world.records.user();
  await saml.world.records.query(`update "user" set email = $2 where id = $1`, [id, person.email]);
  const bySaml = async () => (await saml.signIn(connected, person)).status;
  const byMail = async () => (await visit(saml.world, '/sign-in', { form: { email: person.email! } })).status;
  expect([await bySaml(), await byMail(), await bySaml(), await byMail()]).toEqual([200, 200, 429, 429]);
  expect(await saml.world.records.query('select from sign_in where email = $1', [person.email])).toHaveLength(2);
  expect((await mailsTo(saml.world, person.email!)).length).toBeLessThanOrEqual(2);
});
