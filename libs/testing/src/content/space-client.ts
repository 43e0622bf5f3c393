import { GitBookAPI } from '@gitbook/api';
import type { DocumentPage, Page, Revision, RevisionFile, RevisionPage, RevisionPages } from '@bindery/contracts';
import { fromBufferPromise } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import type { TestOrganization } from '../organization/test-organization';

/** A call of the public client, whose own types do not survive how this workspace resolves modules. */
type Operation<T> = (...args: unknown[]) => Promise<{ data: T }>;

export interface PublicClient {
  spaces: {
    listPages: Operation<RevisionPages>;
    listPagesInRevisionById: Operation<RevisionPages>;
    listFiles: Operation<Page<RevisionFile>>;
    getFileById: Operation<RevisionFile>;
    getPageById: Operation<DocumentPage>;
    getPageByPath: Operation<DocumentPage>;
    getPageInRevisionById: Operation<DocumentPage>;
    getPageInRevisionByPath: Operation<DocumentPage>;
    getCurrentRevision: Operation<Revision>;
    getRevisionById: Operation<Revision>;
  };
}

/** The public client, as other programs use it. */
export const publicClient = ({ platform, admin }: TestOrganization): PublicClient =>
  new GitBookAPI({ endpoint: platform.baseUrl, authToken: admin.token }) as unknown as PublicClient;

/** Where a signed address leads in a test: the platform calls itself by another name than the one it is reached by. */
export const reachable = ({ platform }: TestOrganization, address: string): string => {
  const { pathname, search } = new URL(address);
  return platform.baseUrl + pathname + search;
};

/** The files of a space's export by their paths. */
export async function exported(world: TestOrganization, spaceId: string): Promise<Record<string, Buffer>> {
  const { url } = await world.api.expect<{ url: string }>('exportSpace', {
    token: world.admin.token,
    params: { spaceId },
  });
  return filesAt(world, url);
}

/** The files of the zip file at a signed address by their paths. */
export async function filesAt(world: TestOrganization, url: string): Promise<Record<string, Buffer>> {
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
