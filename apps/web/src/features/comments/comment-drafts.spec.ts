import { draftOf, forgetDraft, keepDraft } from './comment-drafts';

/** A storage of a browser, as far as drafts need one. */
const storageOf = (): Storage =>
  Object.create({
    getItem(key: string): string | null {
      return (this as unknown as Record<string, string>)[key] ?? null;
    },
    setItem(key: string, value: string): void {
      Object.assign(this, { [key]: value });
    },
    removeItem(key: string): void {
      Reflect.deleteProperty(this, key);
    },
  }) as Storage;

function define(storages: Partial<Record<'sessionStorage' | 'localStorage', Storage>>): void {
  for (const [name, value] of Object.entries(storages))
    Object.defineProperty(globalThis, name, { value, configurable: true });
}

beforeEach(() => define({ sessionStorage: storageOf(), localStorage: storageOf() }));
afterAll(() => ['sessionStorage', 'localStorage'].forEach((name) => Reflect.deleteProperty(globalThis, name)));

it('keeps the text of each tab, and the last one for a new tab', () => {
  keepDraft('new/a', 'first tab');
  const first = sessionStorage;
  define({ sessionStorage: storageOf() });
  keepDraft('new/a', 'second tab');
  define({ sessionStorage: first });
  expect(draftOf('new/a')).toBe('first tab');
  forgetDraft('new/a', 'first tab');
  expect(draftOf('new/a')).toBe('second tab');
});
