import { countUnsavedPages } from './unsaved-pages';

const storage: Record<string, string> = {};

beforeAll(() => Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true }));
afterAll(() => Reflect.deleteProperty(globalThis, 'localStorage'));

it('counts the pages with unsaved text', () => {
  Object.assign(storage, {
    'bindery-user::bindery-draft:space/main/a:tab1': '{}',
    'bindery-user::bindery-draft:space/main/a:tab2': '{}',
    'bindery-user::bindery-draft:space/main/a/title:tab1': '"A"',
    'bindery-user::bindery-draft:space/change/b:tab1': '{}',
    'bindery-theme': 'dark',
  });
  expect(countUnsavedPages()).toBe(2);
});
