import { passageCalls, siteSpaceCalls, type Principal } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { operatorCommand, principalOf } from '@bindery/testing';
import { SearchBench } from './search-bench';
import type { WrittenPage } from './space-writer';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

/** A reader without access of their own, and without claims. */
const reader: Principal = principalOf(newId(), newId(), 'read');
const condition = 'visitor.claims.staff';

async function published(pages: WrittenPage[]): Promise<string> {
  const space = await bench.writer.create(pages);
  await bench.sql.query(`update space set visibility = 'public' where id = $1`, [space]);
  return space;
}

/** The ids of the pages that the reader finds in a space, the best first. */
const foundIn = async (space: string, query: string): Promise<string[]> =>
  (await bench.inSpace(space, query, {}, reader)).items.map(({ id }) => id);

describe('while the index is behind', () => {
  const open = { id: 'open', title: 'Open', text: 'A quokka.' };
  const secret = { id: 'secret', title: 'Secret', text: 'A quokka with the numbat.', condition };
  const below = { id: 'below', parent: 'secret', title: 'Below', text: 'A quokka too.' };
  let space: string;
  beforeEach(async () => {
    space = await published([open, secret, below]);
    await bench.indexed();
  });
  afterEach(() => bench.sql.query(`delete from space where id = $1`, [space]));

  it('a deleted page with a condition stays hidden', async () => {
    await bench.writer.publish(space, [open], true);
    expect(await foundIn(space, 'quokka')).toEqual(['open']);
    expect(await foundIn(space, 'numbat')).toEqual([]);
    expect((await bench.ids(space, 'quokka')).sort()).toEqual(['below', 'open', 'secret']);
  });

  it('a page without its condition and its secret text is hidden until its new text is indexed', async () => {
    await bench.writer.publish(space, [open, { id: 'secret', title: 'Shown', text: 'A quokka.' }], true);
    expect(await foundIn(space, 'numbat')).toEqual([]);
    expect(await foundIn(space, 'quokka')).toEqual(['open']);
    await bench.writer.publish(space, [open, { id: 'secret', title: 'Shown', text: 'A quokka.' }]);
    await bench.indexed();
    expect((await foundIn(space, 'quokka')).sort()).toEqual(['open', 'secret']);
  });

  it('a page with a new condition is hidden at once', async () => {
    await bench.writer.publish(space, [{ ...open, condition }, secret, below], true);
    expect(await foundIn(space, 'quokka')).toEqual([]);
  });

  it('a deleted page with a condition stays hidden until a reindex has removed it', async () => {
    await bench.writer.publish(space, [open], true);
    // The job of the reindex waits for one of the same space.
    const running = newId();
    await bench.sql.query(
      `insert into job (id, kind, organization_id, key, input, state, worker, lease_until)
       values ($1, 'search.index', $2, $3, '{}', 'running', 'test', now() + interval '1 hour')`,
      [running, bench.organization, space],
    );
    for (let times = 0; times < 2; times++) {
      await operatorCommand(bench.content.service, `reindex ${space}`);
      expect(await foundIn(space, 'numbat')).toEqual([]);
      expect((await bench.ids(space, 'quokka')).sort()).toEqual(['below', 'open', 'secret']);
    }
    await bench.sql.query('delete from job where id = $1', [running]);
    await bench.indexed();
    expect(await bench.ids(space, 'quokka')).toEqual(['open']);
  });

  it('pages that an interrupted run has indexed stay hidden', async () => {
    const next = { id: 'next', title: 'Next', text: 'A wallaby.', condition };
    await bench.writer.publish(space, [open, secret, below, next]);
    await bench.indexed();
    await bench.writer.publish(space, [open], true);
    // As if the run had stored the page, and had not come to its end.
    await bench.sql.query(
      `update search_space set target = pages, version = version + 1, pages = (
         select r.pages from revision r join branch b on b.space_id = r.space_id and b.id = 'main' and b.head = r.id
         where r.space_id = $1) where space_id = $1`,
      [space],
    );
    expect(await foundIn(space, 'wallaby')).toEqual([]);
    expect(await foundIn(space, 'quokka')).toEqual(['open']);
  });
});

it('a page that is open in one space is found, although a page with the same id is hidden in another', async () => {
  const page = { id: 'same', title: 'Same', text: 'An echidna.\n# Why is it an echidna?\nIt is.' };
  const open = await published([page]);
  const spaces = [open, await published([{ ...page, condition }])];
  await bench.indexed();
  const scope = { organization: bench.organization, spaces };
  const asked = { principal: reader, body: { ...scope, question: 'What is an echidna?', query: 'echidna', limit: 10 } };
  const found = await bench.content.callAs('sites', siteSpaceCalls.searchSpaces, asked);
  expect(found.items.map(({ id }) => id)).toEqual([open]);
  const { passages } = await bench.content.callAs('sites', passageCalls.findPassages, asked);
  expect([...new Set(passages.map((passage) => passage.space))]).toEqual([open]);
  const { questions } = await bench.content.callAs('sites', passageCalls.findQuestions, {
    principal: reader,
    body: scope,
  });
  expect(questions).toEqual(['Why is it an echidna?']);
});
