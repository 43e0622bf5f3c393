import type { Page } from '@bindery/contracts';
import type { DiscussionWorld, SpaceClient } from '@bindery/testing';
import { createDiscussionWorld } from './discussion-world';
import { Proposals } from './proposals';

let world: DiscussionWorld;
let proposals: Proposals;
let admin: SpaceClient;
let editor: SpaceClient;
let reviewer: SpaceClient;

beforeAll(async () => {
  world = await createDiscussionWorld();
  proposals = new Proposals(world);
  ({ admin, editor, reviewer } = proposals);
});
afterAll(() => world.close());

describe('merge rules', () => {
  const rules = (given: object) => admin.expect('updateSpaceById', {}, { body: { mergeRules: given } });
  const ofOrganization = (given: object) =>
    admin.expect('updateOrganizationById', { organizationId: world.organization }, { body: { mergeRules: given } });
  const listed = (...given: object[]) => ({ type: 'rules', rules: given });
  const approve = (changeRequestId: string, by: SpaceClient) =>
    by.expect('submitChangeRequestReview', { changeRequestId }, { body: { status: 'approved' } });

  afterEach(async () => {
    await rules({ type: 'none' });
    await ofOrganization({ type: 'none' });
  });

  it('refuse by naming each rule that fails, and allow once they pass', async () => {
    await rules(
      listed(
        { rule: 'require_specific_reviewers', users: [world.reviewer.id] },
        { rule: 'require_change_request_description' },
        { rule: 'require_change_request_subject' },
      ),
    );
    const { id } = await proposals.create('# Home\n\nReviewed.\n');
    const before = await proposals.head();
    const refused = await proposals.merge(id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          details: [
            { field: 'mergeRules.require_specific_reviewers' },
            { field: 'mergeRules.require_change_request_description' },
          ],
        },
      },
    });
    const { message } = (refused.body as unknown as { error: { message: string } }).error;
    expect(message).toContain('require_specific_reviewers');
    expect(message).toContain('require_change_request_description');
    expect(await proposals.head()).toBe(before);
    await approve(id, reviewer);
    const leaf = { object: 'leaf', text: 'Why', marks: [] };
    const nodes = [
      { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [{ object: 'text', leaves: [leaf] }] },
    ];
    const description = { object: 'document', data: {}, nodes };
    await editor.expect('updateChangeRequestById', { changeRequestId: id }, { body: { description } });
    expect((await proposals.merge(id)).body.result).toBe('merge');
  });

  it('do not take an approval for what was changed after it', async () => {
    await rules(listed({ rule: 'require_at_least_one_review' }));
    const { id } = await proposals.create('# Home\n\nGood.\n');
    await approve(id, reviewer);
    await proposals.edit(id, 'Bad.');
    expect((await proposals.merge(id)).status).toBe(409);
    const reviews = await admin.expect<Page<{ outdated: boolean }>>('getReviewsByChangeRequestId', {
      changeRequestId: id,
    });
    expect(reviews.items).toMatchObject([{ outdated: true }]);
    await approve(id, reviewer);
    expect((await proposals.merge(id)).status).toBe(200);
  });

  it('of the organization hold where the space inherits them', async () => {
    await ofOrganization(listed({ rule: 'require_at_least_one_review' }));
    const { id } = await proposals.create('# Home\n\nInherited.\n');
    await rules({ type: 'inherit' });
    expect((await proposals.merge(id)).status).toBe(409);
    await rules({ type: 'none' });
    expect((await proposals.merge(id)).status).toBe(200);
  });

  it('refuse what is behind the main content', async () => {
    await rules(listed({ rule: 'require_up_to_date_change_request' }));
    const { id } = await proposals.create('# Home\n\nBehind.\n');
    await proposals.merge((await proposals.create('# Guide\n\nAhead.\n', world.pages.Guide!.id)).id);
    expect((await proposals.merge(id)).status).toBe(409);
    await editor.expect('updateChangeRequest', { changeRequestId: id });
    expect((await proposals.merge(id)).status).toBe(200);
  });

  it('can be expressions over the space, the change request, the reviews and the actor', async () => {
    const mine = `space.title == "Imported" && changeRequest.createdBy.id != actor.id && reviews[0].reviewer.id == "${world.reviewer.id}"`;
    await rules(listed({ rule: 'custom', expression: mine }));
    const { id } = await proposals.create('# Home\n\nExpressed.\n');
    expect((await proposals.merge(id)).status).toBe(409);
    await approve(id, reviewer);
    expect((await proposals.merge(id)).status).toBe(200);
  });

  it('take what a change request does not have for absent', async () => {
    await rules(listed({ rule: 'custom', expression: '"description" in changeRequest' }));
    const { id } = await proposals.create('# Home\n\nUndescribed.\n');
    expect((await proposals.merge(id)).status).toBe(409);
    await rules(listed({ rule: 'custom', expression: '!("conversationsIssuesCluster" in changeRequest)' }));
    expect((await proposals.merge(id)).status).toBe(200);
  });

  it('are bypassed by the users in `allow_bypass`', async () => {
    await rules(listed({ rule: 'require_agent_review' }, { rule: 'allow_bypass', users: [world.admin.id] }));
    const { id } = await proposals.create('# Home\n\nBypassed.\n');
    expect((await proposals.merge(id, reviewer)).status).toBe(409);
    expect((await proposals.merge(id, admin)).status).toBe(200);
  });
});
