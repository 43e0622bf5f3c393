/** The items that this browser keeps for one user. */
interface UserItems {
  getItem(key: string): string | null;
  /** Throws where the storage is full or blocked. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

/** The keys of releases that kept items without the name of a user. */
const unnamed = /^bindery-(draft|comment|recent):/;

const storages = () => [sessionStorage, localStorage];

/** The user whom this tab shows; once known, it stays the same until the page is loaded anew. */
let user: string | undefined;

const prefix = (): string => `bindery-user:${user ?? ''}:`;

/** The items of the signed-in user: the next user of this browser does not find them, and the same user does later. */
export const userItems = (storage: Storage): UserItems => ({
  getItem: (key) => storage.getItem(prefix() + key),
  setItem: (key, value) => storage.setItem(prefix() + key, value),
  removeItem: (key) => storage.removeItem(prefix() + key),
  keys: () =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix()))
      .map((key) => key.slice(prefix().length)),
});

/** Says for whom items are kept. Answers false where this tab shows another user, and has to be loaded anew. */
export function keepItemsOf(id: string): boolean {
  if (user !== undefined) return user === id;
  user = id;
  for (const storage of storages())
    for (const key of Object.keys(storage)) if (unnamed.test(key)) rename(storage, key, prefix() + key);
  return true;
}

function rename(storage: Storage, before: string, after: string): void {
  const value = storage.getItem(before);
  if (value === null) return;
  storage.removeItem(before);
  try {
    storage.setItem(after, value);
  } catch {
    // The storage is full: the item waits until there is room for the longer key.
    storage.setItem(before, value);
  }
}

/** Puts `after` in the place of `before` in the keys of the signed-in user. An item that is there already stays. */
export function renameItems(before: string, after: string): void {
  for (const storage of storages()) {
    const items = userItems(storage);
    for (const key of items.keys()) {
      const renamed = key.replace(before, after);
      if (items.getItem(renamed) === null) rename(storage, prefix() + key, prefix() + renamed);
    }
  }
}

/** Forgets all items of the signed-in user. */
export function forgetItems(): void {
  for (const items of storages().map(userItems)) for (const key of items.keys()) items.removeItem(key);
}
