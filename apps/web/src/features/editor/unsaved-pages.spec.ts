import { countUnsavedPages, forgetUnsavedPages } from './unsaved-pages';

const storage = Object.create({ removeItem: (key: string) => Reflect.deleteProperty(storage, key) }) as Record<
  string,
  string
>;

beforeAll(() => Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true }));
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'));

it('counts the pages with unsaved text, and keeps none of it for the next user of the browser', () => {
  Object.assign(storage, {
    'bindery-draft:space/main/a:tab1': '{}',
    'bindery-draft:space/main/a:tab2': '{}',
    'bindery-draft:space/main/a/title:tab1': '"A"',
    'bindery-draft:space/change/b:tab1': '{}',
    'bindery-theme': 'dark',
  });
  expect(countUnsavedPages()).toBe(2);
  forgetUnsavedPages();
  expect(countUnsavedPages()).toBe(0);
  expect(Object.keys(storage)).toEqual(['bindery-theme']);
});
