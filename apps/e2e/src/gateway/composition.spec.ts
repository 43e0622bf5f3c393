/** @isolated for the operations that it declares */
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import {
  batch,
  composed,
  Composes,
  contract,
  Foreign,
  get,
  Int,
  Nested,
  PageOf,
  Text,
  type RequestOf,
} from '@bindery/contracts';
import { HandlesBatch, Handles, type BatchRequest } from '@bindery/messaging';
import { KnownUsers, tokens } from '../messaging/known-users';
import { workbench, type Workbench } from '../messaging/workbench';

class Country {
  @Text() id!: string;
  @Text() name!: string;
}
const countries = batch('integrations', 'countries', Country, { missing: (id) => ({ id, name: 'Nowhere' }) });

class Counts {
  @Int() open!: number;
}
const counts = batch('sites', 'counts', Counts);

class City {
  @Text() id!: string;
  @Foreign(countries) country!: Country;
}
const cities = batch('sites', 'cities', City);

class Author {
  @Text() id!: string;
  @Text() seenBy!: string;
  @Foreign(cities, { optional: true, nullable: true }) home?: City | null;
}
const authors = batch('sites', 'authors', Author, { perCaller: true });

class Chapter {
  @Foreign(authors) author!: Author;
}

@Composes(counts, 'id', { open: 'figures.open' })
class Book {
  @Text() id!: string;
  @Foreign(authors) author!: Author;
  @Foreign(countries, { array: true }) soldIn!: Country[];
  @Nested(() => Chapter, { array: true }) chapters!: Chapter[];
  @Foreign(authors, { nullable: true }) editor!: Author | null;
}
const owners = batch('sites', 'owners', Author, { kept: true, missing: (id) => ({ id, seenBy: 'nobody' }) });
class Shop {
  @Foreign(owners, { array: true }) owners!: Author[];
}
class Deep {
  @Foreign(batch('sites', 'deep1', class Deep1 extends Chapter {})) one!: object;
}
const books = contract('content', 'Test', {
  getBook: get('/test/books/:id', { summary: '', returns: Book }),
  listBooks: get('/test/books/lists/:count', { summary: '', returns: PageOf(Book) }),
  getShop: get('/test/shops/:owners', { summary: '', returns: Shop }),
  getDeep: get('/test/deep', { summary: '', returns: Deep }),
});

const bookOf = (id: string): Book => ({
  id,
  author: composed<Author>(`author${id}`),
  soldIn: [composed<Country>('fr'), composed<Country>('gone')],
  chapters: [{ author: composed<Author>('ghost') }],
  editor: null,
});

@Controller()
class ContentController {
  @Handles(books.getBook)
  async get({ params }: RequestOf<typeof books.getBook>) {
    return bookOf(params.id);
  }

  @Handles(books.listBooks)
  async list({ params }: RequestOf<typeof books.listBooks>) {
    return { items: Array.from({ length: Number(params.count) }, (_, index) => bookOf(String(index))) };
  }

  @Handles(books.getShop)
  async shop({ params }: RequestOf<typeof books.getShop>) {
    return { owners: params.owners.split(',').map((id) => composed<Author>(id)) };
  }

  @Handles(books.getDeep)
  async deep(_: RequestOf<typeof books.getDeep>) {
    return { one: composed<object>('deep') };
  }
}

/** The messages that owners received: the batch, and how many ids at once. */
let asked: [string, number][] = [];
let failing = false;
let delay = 0;

/** An owner's answer for each id that it knows. */
async function answer<T>(name: string, ids: string[], of: (id: string) => T): Promise<Record<string, T>> {
  asked.push([name, ids.length]);
  await sleep(delay);
  if (failing) throw new Error('The owner is broken');
  return Object.fromEntries(ids.map((id) => [id, of(id)]));
}

@Controller()
class SitesController {
  @HandlesBatch(counts)
  async counts({ ids }: BatchRequest) {
    return answer('counts', ids, () => ({ open: 3 }));
  }

  @HandlesBatch(cities)
  async cities({ ids }: BatchRequest) {
    return answer('cities', ids, (id) => ({ id, country: composed<Country>('fr') }));
  }

  @HandlesBatch(owners)
  async owners({ ids }: BatchRequest) {
    const known = ids.filter((id) => id !== 'gone');
    return answer('owners', known, (id): Author => ({ id, seenBy: 'all', home: composed<City>('paris') }));
  }

  @HandlesBatch(authors)
  async authors({ ids, principal }: BatchRequest) {
    const home = (id: string) => (id === 'ghost' ? null : composed<City>('paris'));
    return answer('authors', ids, (id): Author => ({ id, seenBy: principal.user, home: home(id) }));
  }
}

@Controller()
class IntegrationsController {
  @HandlesBatch(countries)
  async countries({ ids }: BatchRequest) {
    return answer(
      'countries',
      ids.filter((id) => id !== 'gone'),
      (id) => ({ id, name: 'France' }),
    );
  }
}

let bench: Workbench;
let base: string;

beforeAll(async () => {
  bench = await workbench();
  await bench.start({ name: 'content', controllers: [ContentController] });
  await bench.start({ name: 'sites', controllers: [SitesController] });
  await bench.start({ name: 'integrations', controllers: [IntegrationsController] });
  await bench.start({ name: 'identity', controllers: [KnownUsers] });
  base = `http://127.0.0.1:${(await bench.gateway()).port}/v1/test`;
  tokens.add('alice').add('bob');
});
beforeEach(() => {
  asked = [];
  failing = false;
  delay = 0;
});
afterAll(() => bench.close());

async function read<T = { error: { code: number } }>(path: string, as = 'alice'): Promise<T> {
  const response = await fetch(base + path, { headers: { authorization: `Bearer ${as}` } });
  return (await response.json()) as T;
}

const france = { id: 'fr', name: 'France' };
const paris = { id: 'paris', country: france };

it('fills objects, lists, nested objects and single properties, over three levels', async () => {
  expect(await read('/books/1')).toEqual({
    id: '1',
    author: { id: 'author1', seenBy: 'alice', home: paris },
    soldIn: [france, { id: 'gone', name: 'Nowhere' }],
    chapters: [{ author: { id: 'ghost', seenBy: 'alice', home: null } }],
    editor: null,
    figures: { open: 3 },
  });
});

it('sends as many messages for 1,000 items as for one', async () => {
  await read('/books/lists/1');
  const names = asked.map(([name]) => name).sort();
  expect(names).toEqual(['authors', 'cities', 'countries', 'countries', 'counts']);
  asked = [];
  const list = await read<{ items: Book[] }>('/books/lists/999');
  expect(list).not.toHaveProperty('error');
  const { items } = list;
  expect(items).toHaveLength(999);
  expect(items[998]!.author).toEqual({ id: 'author998', seenBy: 'alice', home: paris });
  expect(asked.map(([name]) => name).sort()).toEqual(names);
});

it('collects what concurrent requests need in few messages, and never mixes callers', async () => {
  // Long enough for a busy machine to send all of them meanwhile.
  delay = 600;
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, index) => read<Book>(`/books/${index % 5}`, index % 2 ? 'alice' : 'bob')),
  );
  for (const [index, book] of results.entries()) expect(book.author.seenBy).toBe(index % 2 ? 'alice' : 'bob');
  // Alone, each would take five.
  expect(asked.length).toBeLessThan(150);
});

it('asks again only for what it does not keep, and completes what is kept for each answer', async () => {
  const shown = (id: string) => ({
    id,
    seenBy: id === 'gone' ? 'nobody' : 'all',
    ...(id !== 'gone' && { home: paris }),
  });
  const from = Date.now();
  for (const ids of [['a', 'gone'], ['a'], ['gone', 'b', 'a']])
    expect(await read(`/shops/${ids.join()}`, 'bob')).toEqual({ owners: ids.map(shown) });
  const questions = asked.filter(([name]) => name === 'owners').length;
  expect(questions).toBeLessThanOrEqual(2 + Math.floor((Date.now() - from) / 800));
  await sleep(850);
  asked = [];
  await read('/shops/a');
  expect(asked.map(([name]) => name)).toContain('owners');
});

it('keeps no failure', async () => {
  failing = true;
  expect(await read('/shops/c')).toMatchObject({ error: { code: 500 } });
  failing = false;
  expect(await read('/shops/c')).toMatchObject({ owners: [{ id: 'c' }] });
});

it('answers 500 when an owner fails, and is well again with it', async () => {
  failing = true;
  expect(await read('/books/1')).toMatchObject({ error: { code: 500 } });
  failing = false;
  expect(await read('/books/1')).toMatchObject({ id: '1' });
});

it('answers 503 when an owner is away', async () => {
  const response = await fetch(`${base}/deep`, { headers: { authorization: 'Bearer alice' } });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('1');
});
