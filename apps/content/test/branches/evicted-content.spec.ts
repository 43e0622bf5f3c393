import { Database } from '@bindery/persistence';
import { createServiceOrganization, type ServiceOrganization } from '@bindery/testing';
import { DocumentRepository } from '../../src/model/pages/document.repository';
import { chunkOf } from '../../src/storage/store/chunk';
import { ChunkRepository } from '../../src/storage/store/chunk.repository';

let world: ServiceOrganization;
let db: Database;
let chunks: ChunkRepository;
let documents: DocumentRepository;

beforeAll(async () => {
  world = await createServiceOrganization('content');
  const { app } = world.platform.service;
  [db, chunks, documents] = [app.get(Database), app.get(ChunkRepository), app.get(DocumentRepository)];
});
afterAll(() => world.close());

/** More than the caches hold. */
function fillCaches(): void {
  for (let at = 0; at < 40; at++) {
    const text = 'x'.repeat(1_000_000);
    chunks.keep('another', chunkOf({ leaf: [[String(at), text]] }));
    documents.keep('another', String(at), { body: text, markdown: null });
  }
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

const chunk = chunkOf({ leaf: [['page', 'of the earlier work']] });
const document = { hash: 'of-the-earlier-work', body: '{"nodes":[]}', markdown: null };

it.each([
  {
    what: 'a chunk',
    add: () => chunks.add(world.organization, [chunk]),
    read: async () => (await chunks.map<string>(world.organization).get(chunk.hash, ['page'])).get('page'),
    expected: 'of the earlier work',
  },
  {
    what: 'a document',
    add: () => documents.add(world.organization, [document]),
    read: async () => (await documents.find(world.organization, document.hash))?.body,
    expected: document.body,
  },
  {
    what: 'a document among some',
    add: () => documents.add(world.organization, [{ ...document, hash: 'another' }]),
    read: async () => (await documents.findSome(world.organization, ['another'])).get('another')?.body,
    expected: document.body,
  },
])('reads $what that earlier work of its transaction has added, after the cache has dropped it', async (one) => {
  const sharing: boolean[] = [];
  const add = async () => {
    sharing.push(db.isShared);
    one.add();
    return undefined;
  };
  const read = async () => {
    sharing.push(db.isShared);
    if (db.isShared) fillCaches();
    return one.read();
  };
  expect(await share<string | undefined>([add, read])).toEqual([undefined, one.expected]);
  // The reading work runs again by itself, once all that the earlier work has added is stored.
  expect(sharing).toEqual([true, true, false]);
});
