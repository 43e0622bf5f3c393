import { Database } from '@bindery/persistence';
import { createServiceOrganization, type ServiceOrganization } from '@bindery/testing';
import { type Chunk, chunkOf } from '../../src/storage/store/chunk';
import { ChunkRepository } from '../../src/storage/store/chunk.repository';

let world: ServiceOrganization;
let db: Database;
let chunks: ChunkRepository;

beforeAll(async () => {
  world = await createServiceOrganization('content');
  const { app } = world.platform.service;
  [db, chunks] = [app.get(Database), app.get(ChunkRepository)];
});
afterAll(() => world.close());

/** More than the cache holds. */
function fillCache(): void {
  for (let at = 0; at < 40; at++) chunks.keep('another', chunkOf({ leaf: [[String(at), 'x'.repeat(1_000_000)]] }));
}

/** Runs work on the same space in one shared transaction: the first one is open until the others wait. */
async function share<T>(works: (() => Promise<T>)[]): Promise<T[]> {
  let end = () => {};
  let began = () => {};
  const begun = new Promise<void>((resolve) => (began = resolve));
  const first = db.transaction(
    () => {
      began();
      return new Promise<void>((resolve) => (end = resolve));
    },
    { key: 'first', isFollowed: false },
  );
  await begun;
  const others = works.map((work) => db.transaction(work, { key: 'a space', isFollowed: true }));
  end();
  await first;
  return Promise.all(others);
}

it('reads a chunk that earlier work of its transaction has added, after the cache has dropped it', async () => {
  const added: Chunk = chunkOf({ leaf: [['page', 'of the earlier work']] });
  const sharing: boolean[] = [];
  const add = async () => {
    sharing.push(db.isShared);
    chunks.add(world.organization, [added]);
    return undefined;
  };
  const read = async () => {
    sharing.push(db.isShared);
    if (db.isShared) fillCache();
    const values = await chunks.map<string>(world.organization).get(added.hash, ['page']);
    return values.get('page');
  };
  expect(await share<string | undefined>([add, read])).toEqual([undefined, 'of the earlier work']);
  // The reading work runs again by itself, once the chunk is stored.
  expect(sharing).toEqual([true, true, false]);
});
