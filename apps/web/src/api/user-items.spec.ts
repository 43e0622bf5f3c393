/** A storage of a browser, as far as items need one. */
const storageOf = (items: Record<string, string> = {}): Storage =>
  Object.assign(
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
    }) as Storage,
    items,
  );

/** A page of the app that a user loads. */
async function loadedBy(user: string) {
  jest.resetModules();
  const { forgetItems, keepItemsOf, renameItems, userItems } = await import('./user-items');
  expect(keepItemsOf(user)).toBe(true);
  return { forgetItems, keepItemsOf, renameItems, items: userItems(localStorage) };
}

beforeEach(() => {
  const define = (name: string) => Object.defineProperty(globalThis, name, { value: storageOf(), configurable: true });
  ['sessionStorage', 'localStorage'].forEach(define);
});
afterAll(() => ['sessionStorage', 'localStorage'].forEach((name) => Reflect.deleteProperty(globalThis, name)));

it('keeps the items of a user for that user alone', async () => {
  const first = await loadedBy('a');
  first.items.setItem('bindery-draft:s/main/p:tab', 'mine');
  expect(first.keepItemsOf('b')).toBe(false);
  const second = await loadedBy('b');
  expect(second.items.keys()).toEqual([]);
  expect(second.items.getItem('bindery-draft:s/main/p:tab')).toBeNull();
  const again = await loadedBy('a');
  expect(again.items.keys()).toEqual(['bindery-draft:s/main/p:tab']);
  expect(again.items.getItem('bindery-draft:s/main/p:tab')).toBe('mine');
});

it('forgets the items of the user who signs out, in both storages, and nothing else', async () => {
  (await loadedBy('b')).items.setItem('bindery-recent:o', 'theirs');
  const { forgetItems, items } = await loadedBy('a');
  items.setItem('bindery-recent:o', 'mine');
  sessionStorage.setItem('bindery-user:a:bindery-comment:new/p', 'mine');
  localStorage.setItem('bindery-theme', 'dark');
  forgetItems();
  expect(Object.keys(localStorage)).toEqual(['bindery-user:b:bindery-recent:o', 'bindery-theme']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('takes the items of earlier releases for those of the user who is signed in', async () => {
  localStorage.setItem('bindery-draft:s/main/p:tab', 'text');
  localStorage.setItem('bindery-theme', 'dark');
  sessionStorage.setItem('bindery-comment:new/p', 'comment');
  await loadedBy('a');
  expect({ ...localStorage }).toEqual({
    'bindery-user:a:bindery-draft:s/main/p:tab': 'text',
    'bindery-theme': 'dark',
  });
  expect({ ...sessionStorage }).toEqual({ 'bindery-user:a:bindery-comment:new/p': 'comment' });
  expect((await loadedBy('b')).items.keys()).toEqual([]);
});

it('gives the items of a change request, named by its number, the names that they have by its id', async () => {
  const { items, renameItems } = await loadedBy('a');
  items.setItem('bindery-draft:s/7/p:tab', 'text');
  items.setItem('bindery-draft:s/71/p:tab', 'of another');
  items.setItem('bindery-comment:new/s/7/p/', 'before');
  items.setItem('bindery-comment:new/s/id/p/', 'since');
  renameItems('s/7/', 's/id/');
  expect(items.keys().sort()).toEqual([
    'bindery-comment:new/s/7/p/',
    'bindery-comment:new/s/id/p/',
    'bindery-draft:s/71/p:tab',
    'bindery-draft:s/id/p:tab',
  ]);
  expect(items.getItem('bindery-draft:s/id/p:tab')).toBe('text');
  expect(items.getItem('bindery-comment:new/s/id/p/')).toBe('since');
});
