import { recentPages, rememberPage } from './recent-pages';

const kept = new Map<string, string>();
const page = (title: string) => ({ title, where: 'Guide', to: `/o/x/s/y/${title}` });

beforeAll(() => {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true });
    },
    removeItem: (key: string) => kept.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'));

it('keeps the pages that were opened last, each once and the newest first', () => {
  for (const title of ['a', 'b', 'c', 'a']) rememberPage('x', page(title));
  expect(recentPages('x').map(({ title }) => title)).toEqual(['a', 'c', 'b']);
  expect(recentPages('other')).toEqual([]);
  for (let index = 0; index < 20; index++) rememberPage('x', page(String(index)));
  expect(recentPages('x')).toHaveLength(8);
  for (const key of kept.keys()) kept.set(key, 'broken');
  expect(recentPages('x')).toEqual([]);
});
