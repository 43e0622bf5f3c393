import type { Page } from '@bindery/contracts';
import type { ApiClient } from './api-client';
import { UsageError } from './usage-error';

interface NamedObject {
  id: string;
  title: string;
}

/** The space that an id or a title names. Throws `UsageError` when none does, or several do. */
export async function findSpace<T extends NamedObject>(
  api: ApiClient,
  organization: string,
  wanted: string,
): Promise<T> {
  const found = await findNamed<T>(api, `/orgs/${organization}/spaces`, wanted, 'space');
  // A space may be in another organization than the one that is looked through.
  const space = found ?? (isId(wanted) ? await api.find<T>(`/spaces/${wanted}`) : undefined);
  if (!space) throw new UsageError(`No space has the title or id "${wanted}"`);
  return space;
}

/** The site that an id or a title names, if one does. Throws `UsageError` when several do. */
export const findSite = <T extends NamedObject>(api: ApiClient, organization: string, wanted: string) =>
  findNamed<T>(api, `/orgs/${organization}/sites`, wanted, 'site');

const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

async function findNamed<T extends NamedObject>(
  api: ApiClient,
  list: string,
  wanted: string,
  kind: string,
): Promise<T | undefined> {
  const titled: T[] = [];
  for await (const item of all<T>(api, list)) {
    if (item.id === wanted) return item;
    if (item.title === wanted) titled.push(item);
  }
  if (titled.length > 1) {
    const ids = titled.map(({ id }) => id).join(', ');
    throw new UsageError(`${titled.length} ${kind}s have the title "${wanted}": give the id of one (${ids})`);
  }
  return titled[0];
}

/** Every item of a list, page after page. */
export async function* all<T>(api: ApiClient, list: string): AsyncGenerator<T> {
  for (let page: string | undefined = ''; page !== undefined;) {
    const more: string = page && `&page=${encodeURIComponent(page)}`;
    const answer: Page<T & object> = await api.get(`${list}?limit=1000${more}`);
    yield* answer.items;
    page = answer.next?.page;
  }
}
