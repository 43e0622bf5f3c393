import { anonymous, Comment, Space, type Batch } from '@bindery/contracts';
import { Composer } from './composer';
import type { ForeignObjectLoader } from './foreign-object-loader';

/** Counts the questions about each id, by batch. */
function asking(fail = false) {
  const asked: string[] = [];
  const load = ({ name }: Batch, ids: readonly string[]) => {
    asked.push(`${name} ${ids.join()}`);
    const objects = Object.fromEntries(ids.map((id) => [id, { comments: asked.length, changeRequests: 0 }]));
    return fail ? Promise.reject(new Error('away')) : Promise.resolve(objects);
  };
  return { asked, composer: new Composer({ load } as unknown as ForeignObjectLoader) };
}

it('asks early, and once, for what fills the object at an address', async () => {
  const { asked, composer } = asking();
  const early = composer.askEarly(Space, 'a', anonymous);
  expect(asked).toEqual(expect.arrayContaining(['spaceCounts a', 'publishedUrls a']));
  const space = { id: 'a', urls: {} };
  await composer.compose(Space, space, anonymous, early);
  expect(asked).toHaveLength(2);
  expect(space).toMatchObject({ id: 'a', comments: expect.any(Number) });
});

it('asks nothing early about what cannot be an id', () => {
  const { asked, composer } = asking();
  composer.askEarly(Space, 'a\0', anonymous);
  expect(asked).toEqual([]);
});

it('asks again where the answer is another object', async () => {
  const { asked, composer } = asking();
  const early = composer.askEarly(Space, 'alias', anonymous);
  await composer.compose(Space, { id: 'a', urls: {} }, anonymous, early);
  expect(asked.filter((question) => !question.includes('alias'))).toHaveLength(2);
});

it('fails of an early question only where its answer is needed', async () => {
  const { composer } = asking(true);
  const early = composer.askEarly(Space, 'a', anonymous);
  await new Promise((resolve) => setImmediate(resolve));
  await expect(composer.compose(Space, { id: 'a', urls: {} }, anonymous, early)).rejects.toThrow('away');
});

it('asks early for the card of the author of a new object, and for none of an object without an author', () => {
  const { asked, composer } = asking();
  composer.askAuthor(Space, { ...anonymous, user: 'me' });
  composer.askAuthor(Comment, anonymous);
  expect(asked).toEqual([]);
  composer.askAuthor(Comment, { ...anonymous, user: 'me' });
  expect(asked).toEqual(['userCards me']);
});
