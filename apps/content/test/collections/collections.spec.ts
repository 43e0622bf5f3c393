import type { Collection, Page, Space } from '@bindery/contracts';
import { createServiceOrganization, type TestUser, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => {
  world = await createServiceOrganization('content');
});
afterAll(() => world.close());

const admin = () => ({ token: world.admin.token });
const inOrganization = () => ({ params: { organizationId: world.organization } });

const makeCollection = (body: object = {}) =>
  world.api.expect<Collection>('createCollection', { ...admin(), ...inOrganization(), body });
const makeSpace = (body: object = {}) =>
  world.api.expect<Space>('createSpace', { ...admin(), ...inOrganization(), body });
const getSpace = (spaceId: string, by: TestUser = world.admin) =>
  world.api.call<Space>('getSpaceById', { token: by.token, params: { spaceId } });
const move = (spaceId: string, body: object) => world.api.call('moveSpace', { ...admin(), params: { spaceId }, body });
const moveCollection = (collectionId: string, body: object) =>
  world.api.call('moveCollection', { ...admin(), params: { collectionId }, body });
const spacesOf = async (collectionId: string) =>
  (
    await world.api.expect<Page<Space>>('listSpacesInCollectionById', { ...admin(), params: { collectionId } })
  ).items.map(({ title }) => title);

describe('the order of a collection', () => {
  it('is that of creation, and changes with moves before and after spaces and collections', async () => {
    const { id } = await makeCollection();
    const [a, b, c] = [
      await makeSpace({ title: 'a', parent: id }),
      await makeSpace({ title: 'b', parent: id }),
      await makeSpace({ title: 'c', parent: id }),
    ];
    const inner = await makeCollection({ parent: id });
    expect(await spacesOf(id)).toEqual(['a', 'b', 'c']);
    await move(c.id, { position: { before: { type: 'space', space: a.id } } });
    expect(await spacesOf(id)).toEqual(['c', 'a', 'b']);
    await move(c.id, { position: { after: { type: 'collection', collection: inner.id } } });
    expect(await spacesOf(id)).toEqual(['a', 'b', 'c']);
    await move(a.id, {});
    expect(await spacesOf(id)).toEqual(['b', 'c', 'a']);
    await moveCollection(inner.id, { position: { before: { type: 'space', space: b.id } } });
    expect(await spacesOf(id)).toEqual(['b', 'c', 'a']);
  });

  it('refuses a place that is not in the parent, and two places at once', async () => {
    const { id } = await makeCollection();
    const space = await makeSpace({ parent: id });
    const elsewhere = { type: 'space', space: (await makeSpace()).id };
    expect((await move(space.id, { position: { before: elsewhere } })).status).toBe(400);
    expect((await move(space.id, { position: { before: elsewhere, after: elsewhere } })).status).toBe(400);
    expect((await move(space.id, { position: { before: { type: 'page', page: 'x' } } })).status).toBe(400);
  });
});

describe('the tree', () => {
  it('never has a cycle', async () => {
    const outer = await makeCollection();
    const inner = await makeCollection({ parent: outer.id });
    expect((await moveCollection(outer.id, { parent: inner.id })).status).toBe(409);
    expect((await moveCollection(outer.id, { parent: outer.id })).status).toBe(409);
  });

  it('never has a cycle when two moves race', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await makeCollection(), await makeCollection()];
      const answers = await Promise.all([
        moveCollection(a.id, { parent: b.id }),
        moveCollection(b.id, { parent: a.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('leaves the children of a deleted collection to its parent', async () => {
    const outer = await makeCollection();
    const first = await makeSpace({ title: 'first', parent: outer.id });
    const inner = await makeCollection({ parent: outer.id });
    await makeSpace({ title: 'last', parent: outer.id });
    await makeSpace({ title: 'x', parent: inner.id });
    await makeSpace({ title: 'y', parent: inner.id });
    const { status } = await world.api.call('deleteCollectionById', { ...admin(), params: { collectionId: inner.id } });
    expect(status).toBe(204);
    expect(await spacesOf(outer.id)).toEqual(['first', 'x', 'y', 'last']);
    expect((await getSpace(first.id)).body.parent).toBe(outer.id);
  });

  it('leaves what was in a deleted collection at the top private, and what was open as it was', async () => {
    const outer = await makeCollection();
    const inner = await makeCollection({ parent: outer.id });
    const [alone, open, deep] = [
      await makeSpace({ parent: outer.id }),
      await makeSpace({ parent: outer.id, visibility: 'public' }),
      await makeSpace({ parent: inner.id }),
    ];
    await world.api.expect('deleteCollectionById', { ...admin(), params: { collectionId: outer.id } });
    const visibilities = async () =>
      Promise.all([alone, open, deep].map(async ({ id }) => (await getSpace(id)).body.visibility));
    expect(await visibilities()).toEqual(['private', 'public', 'in-collection']);
    expect((await getSpace(alone.id)).body.parent).toBeUndefined();
  });

  it('does not take a parent of another organization', async () => {
    const foreign = await world.api.expect<Collection>('createCollection', {
      token: world.otherAdmin.token,
      params: { organizationId: world.other },
      body: {},
    });
    const space = await makeSpace();
    expect((await move(space.id, { parent: foreign.id })).status).toBe(404);
    expect(
      (await world.api.call('createSpace', { ...admin(), ...inOrganization(), body: { parent: foreign.id } })).status,
    ).toBe(404);
  });
});

describe('levels', () => {
  const setDefault = (collectionId: string, defaultLevel: string | null) =>
    world.api.expect('updateCollectionById', { ...admin(), params: { collectionId }, body: { defaultLevel } });

  it('are inherited from the nearest collection that gives one, and follow moves', async () => {
    const outer = await makeCollection();
    const inner = await makeCollection({ parent: outer.id });
    const space = await makeSpace({ parent: inner.id });
    const canEdit = async () => (await getSpace(space.id, world.reader)).body.permissions.edit;
    expect(await canEdit()).toBe(false);
    await setDefault(outer.id, 'edit');
    expect(await canEdit()).toBe(true);
    await setDefault(inner.id, null);
    expect(await canEdit()).toBe(false);
    await setDefault(inner.id, 'inherit');
    expect(await canEdit()).toBe(true);
    await moveCollection(inner.id, { parent: null });
    expect(await canEdit()).toBe(false);
  });

  it('do not come to guests by default', async () => {
    const outer = await makeCollection();
    await setDefault(outer.id, 'admin');
    const space = await makeSpace({ parent: outer.id });
    expect((await getSpace(space.id, world.guest)).status).toBe(404);
  });

  it('let any caller read public or unlisted spaces, and no others', async () => {
    const space = await makeSpace();
    const anonymous = (operation: string) => world.api.call(operation, { params: { spaceId: space.id } });
    expect((await anonymous('getSpaceById')).status).toBe(401);
    for (const visibility of ['public', 'unlisted']) {
      await world.api.expect('updateSpaceById', { ...admin(), params: { spaceId: space.id }, body: { visibility } });
      const { status, body } = await getSpace(space.id, world.otherAdmin);
      expect(status).toBe(200);
      expect(body.permissions).toMatchObject({ view: true, edit: false, admin: false });
      expect((await anonymous('getSpaceById')).status).toBe(200);
    }
    await world.api.expect('updateSpaceById', {
      ...admin(),
      params: { spaceId: space.id },
      body: { visibility: 'private' },
    });
    expect((await anonymous('getSpaceById')).status).toBe(401);
  });
});

describe('a space', () => {
  it('is shown to administrators after its deletion, left out of lists, and comes back whole', async () => {
    const { id } = await makeCollection();
    const space = await makeSpace({ title: 'kept', parent: id });
    const remove = () => world.api.call('deleteSpaceById', { ...admin(), params: { spaceId: space.id } });
    await remove();
    const { deletedAt } = (await getSpace(space.id)).body;
    expect(deletedAt).toEqual(expect.any(String));
    await remove();
    expect((await getSpace(space.id)).body.deletedAt).toBe(deletedAt);
    expect((await getSpace(space.id, world.reader)).status).toBe(404);
    expect(await spacesOf(id)).toEqual([]);
    expect((await world.api.call('getCurrentRevision', { ...admin(), params: { spaceId: space.id } })).status).toBe(
      404,
    );
    const restored = await world.api.expect<Space>('restoreSpace', { ...admin(), params: { spaceId: space.id } });
    expect(restored.deletedAt).toBeUndefined();
    expect(await spacesOf(id)).toEqual(['kept']);
    expect((await world.api.call('restoreSpace', { ...admin(), params: { spaceId: space.id } })).status).toBe(200);
  });

  it('takes an emoji or an icon, never both', async () => {
    const space = await makeSpace({ emoji: '📘' });
    const update = (body: object) =>
      world.api.call<Space>('updateSpaceById', { ...admin(), params: { spaceId: space.id }, body });
    const icon = 'https://example.com/icon.png';
    expect((await update({ emoji: '📗', icon })).status).toBe(400);
    expect((await update({ icon })).body).toMatchObject({ emoji: '', urls: { icon } });
    expect((await update({ emoji: '📗' })).body.urls.icon).toBeUndefined();
    expect((await update({ emoji: null, icon: null })).body).toMatchObject({ emoji: '' });
    expect((await update({ visibility: 'in-collection' })).status).toBe(400);
  });

  it('duplicates with its place beside the original', async () => {
    const { id } = await makeCollection();
    const original = await makeSpace({ title: 'Original', parent: id });
    await makeSpace({ title: 'Next', parent: id });
    const copy = await world.api.expect<Space>('duplicateSpace', { ...admin(), params: { spaceId: original.id } });
    expect(await spacesOf(id)).toEqual(['Original', 'Original (copy)', 'Next']);
    expect(copy).toMatchObject({ parent: id, visibility: 'in-collection' });
    expect(copy.revision).not.toBe(original.revision);
  });
});
