import { IndexStateRepository } from '../../src/discovery/search/index-state.repository';
import { IndexRepository } from '../../src/discovery/search/postgres/index.repository';
import { PageIndexer } from '../../src/discovery/search/postgres/page-indexer';
import { SearchEngine } from '../../src/discovery/search/search-engine';
import { SearchIndexer } from '../../src/discovery/search/search-indexer';
import { EMPTY_ROOT } from '../../src/storage/store/chunk';
import { jobContext, SearchBench } from './search-bench';
import type { WrittenPage } from './space-writer';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

const pages = (count: number, text = (at: number) => `Text of number ${at}.\n# Part\nBelow ${at}.`): WrittenPage[] =>
  Array.from({ length: count }, (_, at) => ({ id: `n${at}`, title: `Number ${at}`, text: text(at) }));

/** The search index of a space, without its own ids. */
async function dump(space: string): Promise<unknown[]> {
  const { rows } = await bench.sql.query(
    `select p.page_id, p.parent, p.title, p.path, d.hash, d.title as indexed,
       (select json_agg(json_build_array(s.ordinal, s.title, s.body) order by s.ordinal) from search_section s where s.document_id = d.id) as sections
     from search_page p left join search_document d on d.id = p.document_id where p.space_id = $1 order by p.page_id`,
    [space],
  );
  return rows as unknown[];
}

const run = (space: string, indexer = bench.get(SearchIndexer)) => indexer.run(space, jobContext(bench.organization));

/** The same object with some of its parts replaced. */
const withParts = <T extends object>(whole: T, parts: object): T =>
  Object.assign(Object.create(Object.getPrototypeOf(whole) as object) as T, whole, parts);

describe('indexing', () => {
  it('follows what is edited, added, removed and renamed', async () => {
    const space = await bench.writer.create(pages(5));
    await bench.indexed();
    expect(await bench.ids(space, 'text')).toHaveLength(5);
    const edited = pages(6).slice(1);
    edited[0] = { ...edited[0]!, text: 'Entirely different.' };
    edited[1] = { ...edited[1]!, title: 'Renamed' };
    await bench.writer.publish(space, edited);
    await bench.indexed();
    expect(await bench.ids(space, 'different')).toEqual(['n1']);
    expect(await bench.ids(space, 'renamed')).toEqual(['n2']);
    expect((await bench.ids(space, 'text')).sort()).toEqual(['n2', 'n3', 'n4', 'n5']);
    expect(await bench.ids(space, '"number 0"')).toEqual([]);
    expect(
      await bench.count(`search_document d where not exists (select from search_page p where p.document_id = d.id)`),
    ).toBe(0);
  });

  it('gives pages below one that moved their new paths', async () => {
    const tree = (above: string, slug: string): WrittenPage[] => [
      { id: 'top', title: 'Top' },
      { id: 'm1', title: 'Moved', parent: above, slug },
      { id: 'm2', title: 'Below', parent: 'm1', text: 'Unchanged aardvark.' },
      { id: 'm3', title: 'Deeper', parent: 'm2', text: 'Unchanged aardvark too.' },
    ];
    const space = await bench.writer.create(tree('', 'old'));
    await bench.indexed();
    const paths = async () => (await bench.inSpace(space, 'aardvark')).items.map(({ path }) => path).sort();
    expect(await paths()).toEqual(['old/m2', 'old/m2/m3']);
    await bench.writer.publish(space, tree('top', 'new'));
    await bench.indexed();
    expect(await paths()).toEqual(['top/new/m2', 'top/new/m2/m3']);
  });

  it('indexes the documents of a duplicated space once, and keeps what is still shown', async () => {
    const space = await bench.writer.create(pages(30, (at) => `Shared wombat ${at}.`));
    await bench.indexed();
    const before = await bench.count('search_section');
    const copy = await bench.writer.duplicate(space);
    await bench.indexed();
    expect(await bench.count('search_section')).toBe(before);
    expect(await bench.ids(copy, 'wombat')).toHaveLength(30);
    await bench.writer.publish(
      space,
      pages(1, () => 'Nothing left.'),
    );
    await bench.indexed();
    expect(await bench.ids(copy, 'wombat')).toHaveLength(30);
    expect(await bench.ids(space, 'wombat')).toEqual([]);
  });

  it('indexes anew when the language changes', async () => {
    const space = await bench.writer.create([{ id: 'l1', title: 'Seite', text: 'Die Häuser.' }], 'en');
    await bench.indexed();
    expect(await bench.ids(space, 'haus x')).toEqual([]);
    await bench.sql.query(`update space set language = 'de' where id = $1`, [space]);
    await run(space);
    expect(await bench.ids(space, '"häuser"')).toEqual(['l1']);
    expect(await bench.ids(space, 'hause seite')).toEqual(['l1']);
    expect(
      await bench.count(`search_document d where not exists (select from search_page p where p.document_id = d.id)`),
    ).toBe(0);
  });

  it('takes long documents and long words', async () => {
    const text = `${'lorem ipsum '.repeat(2_000)}\n${'x'.repeat(5_000)} needle ${'word '.repeat(3_000)}`;
    const space = await bench.writer.create([{ id: 'long', title: 'T'.repeat(1_000), text }]);
    await bench.indexed();
    const { items } = await bench.inSpace(space, 'needle');
    expect(items).toMatchObject([{ id: 'long', sections: [{ body: expect.stringContaining('needle') as unknown }] }]);
    expect(items[0]!.sections![0]!.body.length).toBeLessThan(250);
  });
});

describe('a run that is cut short', () => {
  const before = pages(110);
  const after = [
    ...pages(108)
      .slice(5)
      .map((page, at) => (at < 102 ? { ...page, text: `Rewritten ${at}.` } : page)),
    { id: 'new', title: 'New', text: 'New.' },
    ...pages(3).map((page) => ({ ...page, id: `below-${page.id}`, parent: 'new' })),
  ];
  const moved = after.map((page) => (page.id === 'new' ? { ...page, slug: 'moved' } : page));

  it('is completed by the next one, wherever it ended and whatever was published meanwhile', async () => {
    // Both ends undo or repeat steps of the interrupted run: a difference from the old state would not show all of them.
    const ends = [moved, before];
    const expected = [await bench.writer.create(moved), await bench.writer.create(before)];
    await bench.indexed();
    let steps = 0;
    for (let completed = false; !completed;) {
      const space = await bench.writer.create(before);
      await bench.indexed();
      await bench.writer.publish(space, after, true);
      completed = await runSteps(space, (steps += 2));
      const end = (steps / 2) % 2;
      await bench.writer.publish(space, ends[end]!, true);
      await run(space, bench.get(SearchIndexer));
      expect(await dump(space)).toEqual(await dump(expected[end]!));
      await bench.sql.query('delete from space where id = $1', [space]);
    }
    expect(steps).toBeGreaterThan(10);
  });

  /** Runs the indexer as if the process ended after so many calls of repositories; returns whether they were enough. */
  async function runSteps(space: string, steps: number): Promise<boolean> {
    let done = 0;
    const counted = <T extends object>(repository: T) =>
      new Proxy(repository, {
        get: (target, name, receiver) => {
          const member: unknown = Reflect.get(target, name, receiver);
          if (typeof member !== 'function') return member;
          return (...parameters: unknown[]) => {
            if (++done > steps) throw new Error('Cut short');
            return (member as (...values: unknown[]) => unknown).apply(target, parameters);
          };
        },
      });
    const states = counted(bench.get(IndexStateRepository));
    const index = counted(bench.get(IndexRepository));
    const indexer = withParts(bench.get(PageIndexer), { states, repository: index });
    const engine = withParts(bench.get(SearchEngine), { states, index, indexer });
    await run(space, withParts(bench.get(SearchIndexer), { states, engine })).catch((error: Error) => {
      if (error.message !== 'Cut short') throw error;
    });
    return done <= steps;
  }

  it('goes on after the service is stopped and started', async () => {
    const space = await bench.writer.create(pages(900, (at) => `Heavy gnu ${at}. ${'some words more '.repeat(100)}`));
    while ((await bench.count(`search_page where space_id = '${space}'`)) === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await bench.content.stop();
    expect(await bench.count(`search_page where space_id = '${space}'`)).toBeLessThan(900);
    await bench.content.restart();
    await bench.indexed();
    expect(await bench.count(`search_page where space_id = '${space}' and document_id is not null`)).toBe(900);
  });

  it('loses the index to the run that takes over', async () => {
    const space = await bench.writer.create(pages(3));
    await bench.indexed();
    const index = bench.get(IndexStateRepository);
    const engine = bench.get(SearchEngine);
    const source = (await index.source(space))!;
    const first = await index.take(space, source, 'english_stem', 'first');
    await index.take(space, source, 'english_stem', 'second');
    await expect(index.aim(first!, first!.pages)).rejects.toThrow('taken over');
    await expect(engine.remove(first!, ['n0'])).rejects.toThrow('taken over');
    expect(await bench.ids(space, 'number')).toHaveLength(3);
  });

  it('ends at the newest revision where another run has indexed it meanwhile', async () => {
    const space = await bench.writer.create(pages(3));
    await bench.indexed();
    const states = bench.get(IndexStateRepository);
    const take = async (...given: Parameters<IndexStateRepository['take']>) => {
      await bench.writer.publish(space, pages(2), true);
      await run(space);
      return states.take(...given);
    };
    await run(space, withParts(bench.get(SearchIndexer), { states: withParts(states, { take }) }));
    expect(await bench.ids(space, 'number')).toHaveLength(2);
  });

  it('compares everything when what was indexed last is swept', async () => {
    const space = await bench.writer.create(pages(3));
    await bench.indexed();
    await bench.sql.query(`update search_space set pages = $2 where space_id = $1`, [space, 'f'.repeat(32)]);
    await bench.writer.publish(space, pages(2), true);
    await run(space);
    const ids = async () => (await dump(space)).map((page) => (page as { page_id: string }).page_id);
    expect(await ids()).toEqual(['n0', 'n1']);
    // The same for pages to which a reindex goes first.
    const [empty, swept] = [EMPTY_ROOT, 'f'.repeat(32)];
    await bench.sql.query(`update search_space set pages = $2, target = $3 where space_id = $1`, [space, empty, swept]);
    await bench.writer.publish(space, pages(1), true);
    await run(space);
    expect(await ids()).toEqual(['n0']);
  });
});

describe('the plan of a search', () => {
  it('asks the indexes, however small the tables are', async () => {
    await bench.sql.query(`load 'auto_explain'`);
    await bench.sql.query(
      `set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log`,
    );
    const plans: string[] = [];
    bench.sql.on('notice', ({ message }) => plans.push(message ?? ''));
    const query = `array['''1.a''']::tsquery[]`;
    for (const asked of [
      `search_found('{x}', '{}', '{}', ${query}, array['''1.a'':BD']::tsquery[], array[null]::tsquery[], 10, 10)`,
      `search_partly('{x}', '{}', '{}', '{1}', '{1}', ${query}, ${query}, 10, 10)`,
      `search_pages('{x}', '{}', '{}', ${query})`,
    ])
      await bench.sql.query(`select * from ${asked}`);
    const text = plans.join('\n');
    expect(text).toContain('Bitmap Index Scan on search_document_titles');
    expect(text).toContain('Bitmap Index Scan on search_section_words');
    expect(text).toContain('search_page_document');
    expect(text).not.toContain('Seq Scan');
  });

  it('reports how far search is behind', async () => {
    const space = await bench.writer.create(pages(1));
    await bench.indexed();
    const index = bench.get(IndexStateRepository);
    expect(await index.lag()).toBe(0);
    await bench.writer.publish(space, pages(2), true);
    await bench.sql.query(`update revision set created_at = now() - interval '1 minute' where space_id = $1`, [space]);
    expect(await index.lag()).toBeGreaterThan(59);
    await run(space);
    expect(await index.lag()).toBe(0);
  });
});
