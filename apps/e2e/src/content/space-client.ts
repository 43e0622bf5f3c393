import type { GitBookAPI } from '@gitbook/api';
import type { RevisionPage } from '@bindery/contracts';
import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import type { World } from '../support/world';

/** The public client, as other programs use it. */
export async function publicClient({ platform, admin }: World): Promise<GitBookAPI> {
  const { GitBookAPI } = await import('@gitbook/api');
  return new GitBookAPI({ endpoint: platform.baseUrl, authToken: admin.token });
}

/** Where a signed address leads in a test: the platform calls itself by another name than the one it is reached by. */
export const reachable = ({ platform }: World, address: string): string => {
  const { pathname, search } = new URL(address);
  return platform.baseUrl + pathname + search;
};

/** The files of a space's export by their paths. */
export async function exported(world: World, spaceId: string): Promise<Record<string, Buffer>> {
  const { url } = await world.api.expect<{ url: string }>('exportSpace', {
    token: world.admin.token,
    params: { spaceId },
  });
  const response = await fetch(reachable(world, url));
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}

/** All pages, parents before their children. */
export const flat = (pages: readonly RevisionPage[]): RevisionPage[] =>
  pages.flatMap((page) => [page, ...('pages' in page ? flat(page.pages) : [])]);
