import { createTestOrganization, type TestOrganization } from '../support/test-organization';

let world: TestOrganization;
beforeAll(async () => (world = await createTestOrganization()));
afterAll(() => world.close());

type RefusalBody = { error: { details: { field: string }[] } };

const targets: ['updateSpaceById' | 'updateOrganizationById'][] = [['updateSpaceById'], ['updateOrganizationById']];

it.each(targets)('%s takes only merge rules that can pass', async (operation) => {
  const { admin, organization, api } = world;
  const as = { token: admin.token };
  const organizationId = { organizationId: organization };
  const space = await api.expect<{ id: string }>('createSpace', { ...as, params: organizationId, body: {} });
  const params = operation === 'updateSpaceById' ? { spaceId: space.id } : organizationId;
  const set = (rules: object[]) =>
    api.call<RefusalBody>(operation, { ...as, params, body: { mergeRules: { type: 'rules', rules } } });

  const plain = { rule: 'require_at_least_one_review' };
  const refusals: [object, string][] = [
    [{ rule: 'custom', expression: 'actor.id ==' }, 'expression'],
    [{ rule: 'custom', expression: ')(' }, 'expression'],
    [{ rule: 'require_specific_reviewers', users: [world.reader.id, 'nobodyKnowsThisId00000'] }, 'users'],
    [{ rule: 'allow_bypass', users: [world.otherAdmin.id] }, 'users'],
  ];
  for (const [rule, field] of refusals) {
    const { status, body } = await set([plain, rule]);
    expect({ rule, status, field: body.error?.details[0]!.field }).toEqual({
      rule,
      status: 400,
      field: `body.mergeRules.rules[1].${field}`,
    });
  }
  const accepted = [
    plain,
    { rule: 'custom', expression: 'actor.id == "a"' },
    { rule: 'require_one_of_specific_reviewers', users: [world.reader.id, world.guest.id] },
  ];
  expect((await set(accepted)).status).toBe(200);
});
