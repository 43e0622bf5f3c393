import { allEndpoints, type MemberRole, type Page, type Translation } from '@bindery/contracts';
import { endpointOf, sharing } from '@bindery/testing';
import { table } from '../access/permission-table';
import type { Example } from '../contract/example';
import { example } from '../contract/examples';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';

/**
 * Callers of operations on a translation: an anonymous caller, an administrator of another organization, guests without and with roles on
 * its source, a member who reads, one whose role on the source is higher, one who may create content, and an administrator.
 */
const callers = [
  ...['anonymous', 'stranger', 'guest', 'guest read', 'guest edit', 'guest admin'],
  ...['member', 'member admin', 'creator', 'administrator'],
] as const;

/** One column for each caller, `ok` being the operation's own status of success. */
const expected = table(`
#                     anonym strngr guest read  edit  admin member admin creator administrator
listTranslations      401    404    ok    ok    ok    ok    ok     ok    ok      ok
getTranslation        401    404    404   ok    ok    ok    ok     ok    ok      ok
listTranslationRuns   401    404    404   ok    ok    ok    ok     ok    ok      ok
getTranslationRun     401    404    404   ok    ok    ok    ok     ok    ok      ok
createTranslation     401    404    404   403   403   403   403    403   ok      ok
updateTranslation     401    404    404   403   403   403   403    403   ok      ok
deleteTranslation     401    ok     ok    403   403   403   403    403   ok      ok
runTranslation        401    404    404   403   403   403   403    403   ok      ok
cancelTranslationRun  401    404    404   403   403   403   403    403   ok      ok
`);

let world: TestOrganization;
let space: string;
const tokens = new Map<string, string | undefined>();
const roles: Record<string, MemberRole> = { member: 'read', creator: 'create', administrator: 'admin' };

beforeAll(async () => {
  world = await createTestOrganization();
  const make = sharing(world);
  const { body } = await example(world, 'createTranslation');
  space = (body as { source: { space: string } }).source.space;
  for (const caller of callers) {
    const [who, role] = caller.split(' ') as [string, string?];
    const person = await world.records.user({ [world.organization]: roles[who] ?? null });
    tokens.set(caller, person.token);
    if (role) await make.onSpace(space, { users: [person.id], role });
  }
  tokens.set('anonymous', undefined);
  tokens.set('stranger', world.otherAdmin.token);
});
afterAll(() => world.close());

it('has every operation on translations', () => {
  const own = allEndpoints().filter(({ name }) => /Translations?(Run|Runs)?$/.test(name));
  expect(Object.keys(expected).sort()).toEqual(own.map(({ name }) => name).sort());
});

it.each(Object.entries(expected))('%s', async (operation, row) => {
  const answers: string[] = [];
  let made: Example | undefined;
  for (const caller of callers) {
    made ??= await example(world, operation);
    const { status } = await world.api.call(operation, { ...made, token: tokens.get(caller) });
    answers.push(status === endpointOf(operation).status ? 'ok' : String(status));
    // An object that a caller has changed is made anew for the next one.
    if (status < 300 && endpointOf(operation).method !== 'GET') made = undefined;
  }
  expect(answers).toEqual(row);
});

it('a list shows those whose sources one sees, each with what one may do with it', async () => {
  const { params } = await example(world, 'getTranslation');
  const shown: (boolean | number | undefined)[] = [];
  for (const caller of callers) {
    const request = { token: tokens.get(caller), params: { organizationId: world.organization } };
    const { status, body } = await world.api.call<Page<Translation>>('listTranslations', request);
    const found = status === 200 && body.items.find(({ id }) => id === params!.translationId);
    shown.push(status === 200 ? found && found.permissions.edit : status);
  }
  expect(shown).toEqual([401, 404, undefined, false, false, false, false, false, true, true]);
});
