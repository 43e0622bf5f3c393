import { newId } from '@bindery/persistence';
import { principalOf } from '@bindery/testing';
import { QuestionRepository } from '../../src/discovery/questions/question.repository';
import { SearchBench } from './search-bench';

let bench: SearchBench;
beforeAll(async () => {
  bench = await SearchBench.start();
});
afterAll(() => bench.close());

describe('search in a space', () => {
  let space: string;
  beforeAll(async () => {
    space = await bench.writer.create([
      {
        id: 'p1',
        title: 'Installing',
        text: 'Welcome here.\n# Requirements\nYou need running containers and configuration files.\n# Terms of service\nAs they are.',
      },
      { id: 'p2', title: 'Guides', text: 'Nothing about it, but requirements are told: files of containers that ran.' },
      { id: 'p3', parent: 'p2', title: 'Kubernetes', text: 'Nothing else.\n# Ingress\nThe ingress controller routes.' },
      { id: 'g1', title: 'Requirements of groups', type: 'group' },
      { id: 'p4', parent: 'g1', title: 'Requirements hidden', text: 'Requirements.', hidden: true },
      { id: 'p5', parent: 'g1', title: 'Requirements not indexed', text: 'Requirements.', noIndex: true },
      { id: 'p6', parent: 'g1', title: 'An empty page' },
    ]);
    await bench.indexed();
  });

  it('finds words by stem, with the section and its place', async () => {
    const { items, count } = await bench.inSpace(space, 'configure');
    const app = `http://bindery.test/app/o/${bench.organization}/s/${space}/p1`;
    expect(items).toEqual([
      {
        id: 'p1',
        title: 'Installing',
        path: 'p1',
        sections: [
          {
            id: 'p1#requirements',
            title: 'Requirements',
            path: 'p1#requirements',
            body: 'You need running containers and configuration files.',
            urls: { app: `${app}#requirements` },
          },
        ],
        urls: { app },
      },
    ]);
    expect(count).toBe(1);
  });

  it('ranks headings above text, and leaves out what is hidden or no page', async () => {
    expect(await bench.ids(space, 'requirements')).toEqual(['p1', 'p2']);
  });

  it('finds words of the title and of a section together, and the beginning of the last', async () => {
    const { items } = await bench.inSpace(space, 'kubernetes ingr');
    expect(items).toMatchObject([{ id: 'p3', path: 'p2/p3', sections: [{ title: 'Ingress' }] }]);
    expect(items[0]!.sections).toHaveLength(1);
  });

  it('finds a page by its title alone', async () => {
    expect((await bench.inSpace(space, 'empty')).items).toMatchObject([{ id: 'p6', path: 'g1/p6', sections: [] }]);
  });

  it('finds phrases in their order, stop words included', async () => {
    expect(await bench.ids(space, '"terms of service"')).toEqual(['p1']);
    expect(await bench.ids(space, '"service of terms"')).toEqual([]);
    expect(await bench.ids(space, '"files of containers"')).toEqual(['p2']);
  });

  it('finds what was meant by a word that nothing holds', async () => {
    for (const typed of ['conatiners', 'contaners', 'conttainers', 'containerz', 'Ingres', 'kubernetse ingress'])
      expect({ typed, found: (await bench.ids(space, typed)).length > 0 }).toEqual({ typed, found: true });
    const { items } = await bench.inSpace(space, 'kubernetse controler');
    expect(items).toMatchObject([{ id: 'p3', sections: [{ title: 'Ingress' }] }]);
    expect(await bench.ids(space, '"conatiners"')).toEqual([]);
    expect(await bench.ids(space, 'cnotianers')).toEqual([]);
  });

  it('finds pages with most of the words after those with all, and never by the words that say least', async () => {
    expect(await bench.ids(space, 'ingress kubernetes routing containers')).toEqual(['p3']);
    expect((await bench.ids(space, 'requirements numbat')).sort()).toEqual(['p1', 'p2']);
    expect((await bench.inSpace(space, 'containers kubernetes')).count).toBe(3);
    expect(await bench.ids(space, 'numbat quokka')).toEqual([]);
  });

  it.each([
    '&|!():*<->',
    '""',
    '"',
    '🚀',
    "'; drop table search_page; --",
    '\\',
    'x'.repeat(512),
    'a '.repeat(256),
    '水',
    '<b>',
    '%_',
  ])('answers %p', async (query) => {
    await expect(bench.askInSpace(space, { query })).resolves.toHaveProperty('items');
  });

  it.each([
    ['no words', {}],
    ['an empty query', { query: '' }],
    ['513 characters', { query: 'x'.repeat(513) }],
    ['U+0000', { query: 'a\0b' }],
    ['a limit out of range', { query: 'a', limit: '1001' }],
    ['a page of another list', { query: 'a', page: 'eyJhIjoxfQ' }],
  ])('refuses %s', async (_, query) => {
    await expect(bench.askInSpace(space, query as Record<string, string>)).rejects.toMatchObject({ code: 400 });
  });

  it('refuses a page whose score was changed', async () => {
    const { next } = await bench.inSpace(space, 'requirements', { limit: '1' });
    const cursor = JSON.parse(Buffer.from(next!.page, 'base64url').toString()) as unknown[];
    cursor[2] = 'x';
    const page = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    await expect(bench.askInSpace(space, { query: 'requirements', page })).rejects.toMatchObject({ code: 400 });
  });
});

describe('languages', () => {
  it('stems words in the language of the space', async () => {
    const german = await bench.writer.create([{ id: 'd', title: 'Seite', text: 'Die Häuser der Stadt.' }], 'de');
    await bench.indexed();
    expect(await bench.ids(german, 'Haus Stadt')).toEqual(['d']);
  });

  it.each([
    ['ja', '設定画面を開いてください', '画面'],
    ['zh', '打开设置页面', '设置'],
    ['ko', '설정 화면에서 언어를 바꿉니다', '화면'],
    ['th', 'เปิดหน้าการตั้งค่า', 'การ'],
  ] as const)('finds words within %s', async (language, text, query) => {
    const space = await bench.writer.create([{ id: 'x', title: 'Page', text }], language);
    await bench.indexed();
    expect(await bench.ids(space, query)).toEqual(['x']);
    expect(await bench.ids(space, [...query][0]!)).toEqual(['x']);
    expect(await bench.ids(space, [...query].reverse().join(''))).toEqual([]);
  });
});

describe('pages of results', () => {
  let space: string;
  beforeAll(async () => {
    const pages = Array.from({ length: 60 }, (_, at) => ({
      id: `q${at}`,
      title: `Page ${at}`,
      text: `Walking ${'far '.repeat(at % 7)}`,
    }));
    space = await bench.writer.create(pages);
    await bench.indexed();
  });

  it('are walked without a gap or a repetition, in the same order every time', async () => {
    const walk = async () => {
      const found: string[] = [];
      for (let page: string | undefined, more = true; more;) {
        const answer = await bench.inSpace(space, 'walk', { limit: '7', ...(page && { page }) });
        expect(answer.count).toBe(60);
        found.push(...answer.items.map(({ id }) => id));
        page = answer.next?.page;
        more = page !== undefined;
      }
      return found;
    };
    const found = await walk();
    expect(new Set(found).size).toBe(60);
    expect(found).toHaveLength(60);
    expect(await walk()).toEqual(found);
  });
});

describe('more pages than are ranked', () => {
  let space: string;
  beforeAll(async () => {
    const pages = Array.from({ length: 700 }, (_, at) => ({
      id: `r${at}`,
      title: `Page ${at}`,
      text: 'Common words.',
    }));
    space = await bench.writer.create([...pages, { id: 'best', title: 'Common', text: 'Here.' }], null, 'Many');
    await bench.indexed();
  });

  it('are counted and walked to the last', async () => {
    const found: string[] = [];
    for (let page: string | undefined, more = true; more;) {
      const answer = await bench.inSpace(space, 'common', { limit: '150', ...(page && { page }) });
      expect(answer.count).toBe(701);
      for (const { id, sections } of answer.items) expect(sections!.length).toBe(id === 'best' ? 0 : 1);
      found.push(...answer.items.map(({ id }) => id));
      more = (page = answer.next?.page) !== undefined;
    }
    expect(found[0]).toBe('best');
    expect([found.length, new Set(found).size]).toEqual([701, 701]);
  });

  it('are listed by ten of a space, each space once in an answer', async () => {
    const other = await bench.writer.create([{ id: 'x', title: 'Other', text: 'Common.' }], null, 'One');
    await bench.indexed();
    const first = await bench.inOrganization('common');
    expect(first.items.map(({ id, pages }) => [id, pages.length])).toEqual([
      [space, 10],
      [other, 1],
    ]);
    const second = await bench.inOrganization('common', { page: first.next!.page });
    expect(second.items.map(({ id, pages }) => [id, pages.length])).toEqual([[space, 10]]);
    const ids = [...first.items[0]!.pages, ...second.items[0]!.pages].map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
  });
});

describe('who may search', () => {
  let space: string;
  beforeAll(async () => {
    space = await bench.writer.create([{ id: 's1', title: 'Secret zebra', text: 'A zebra.' }], null, 'Zebras');
    await bench.writer.create([{ id: 's2', title: 'Other', text: 'One more zebra, a zebra.' }], null, 'Others');
    await bench.indexed();
  });

  it('finds in all spaces of the organization, grouped by space', async () => {
    const { items, count } = await bench.inOrganization('zebra');
    expect(items).toMatchObject([
      { id: space, title: 'Zebras', pages: [{ id: 's1', title: 'Secret zebra', sections: [{ body: 'A zebra.' }] }] },
      { title: 'Others', pages: [{ id: 's2' }] },
    ]);
    expect(count).toBe(2);
    const first = await bench.inOrganization('zebra', { limit: '1' });
    const second = await bench.inOrganization('zebra', { limit: '1', page: first.next!.page });
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.next).toBeUndefined();
  });

  it('shows nothing to others', async () => {
    const elsewhere = newId();
    const stranger = principalOf('stranger', elsewhere);
    const guest = principalOf('guest', bench.organization, null);
    const unknown = { code: 404 };
    await expect(bench.inSpace(space, 'zebra', {}, stranger)).rejects.toMatchObject(unknown);
    await expect(bench.inOrganization('zebra', {}, stranger)).rejects.toMatchObject(unknown);
    await expect(bench.inSpace(space, 'zebra', {}, guest)).rejects.toMatchObject(unknown);
    expect(await bench.inOrganization('zebra', {}, guest)).toEqual({ items: [], count: 0 });
    expect(await bench.inOrganization('zebra', {}, stranger, elsewhere)).toEqual({ items: [], count: 0 });
  });

  it('leaves out deleted spaces', async () => {
    const gone = await bench.writer.create([{ id: 's3', title: 'Gone', text: 'An okapi.' }]);
    await bench.indexed();
    expect((await bench.inOrganization('okapi')).items).toHaveLength(1);
    await bench.sql.query('update space set deleted_at = now() where id = $1', [gone]);
    expect((await bench.inOrganization('okapi')).items).toEqual([]);
    await expect(bench.inSpace(gone, 'okapi')).rejects.toMatchObject({ code: 404 });
    await bench.sql.query('delete from space where id = $1', [gone]);
    expect(await bench.count(`search_page where space_id = '${gone}'`)).toBe(0);
  });
});

describe('candidates', () => {
  it('are as many as may be shown, whatever else their shard holds', async () => {
    const pages = ['q1', 'q2'].map((id) => ({ id, title: `Quokka ${id}`, text: 'A quokka and a wallaby.' }));
    const space = await bench.writer.create(pages);
    await bench.indexed();
    const { rows: words } = await bench.sql.query<{ word: string }>(
      `select distinct quote_literal(w.lexeme) as word from search_page p join search_section s on s.document_id = p.document_id
       cross join unnest(s.words) w where p.space_id = $1 and w.lexeme ~ '\\.(quokka|wallaby)$' order by 1`,
      [space],
    );
    const [quokka, both] = [words[0]!.word, words.map(({ word }) => word).join(' & ')];
    const ids = async (call: string, values: unknown[]) =>
      (await bench.sql.query<{ id: string }>(`select page_id as id from ${call} order by ordinal`, values)).rows.map(
        ({ id }) => id,
      );
    for (const [shown, hidden] of [
      ['q1', 'q2'],
      ['q2', 'q1'],
    ]) {
      const found = `search_found(array[$1], array[$1], array[$2], array[$3]::tsquery[], array[$3]::tsquery[], array[null]::tsquery[], 1, 1)`;
      expect(await ids(found, [space, hidden, quokka])).toEqual([shown, shown]);
      const partly = `search_partly(array[$1], array[$1], array[$2], array[1], array[1], array[$3]::tsquery[], array[$4]::tsquery[], $5, $6)`;
      expect(await ids(partly, [space, hidden, quokka, null, 0, 1])).toEqual([shown, shown]);
      expect(await ids(partly, [space, hidden, quokka, both, 1, 0])).toEqual([shown]);
    }
  });
});

describe('recommended questions', () => {
  it('are those of the first pages, however many sections there are', async () => {
    const pages = ['z', 'm', 'a'].map((id) => ({ id, title: id, text: `Text.\n# How does ${id} work?\nWell.` }));
    const space = await bench.writer.create(pages);
    await bench.indexed();
    const questions = bench.get(QuestionRepository);
    expect(await questions.headings([space], [], 4)).toEqual(['How does a work?', 'How does m work?']);
    expect(await questions.headings([space], [{ space, page: 'a' }], 2)).toEqual(['How does m work?']);
  });
});
