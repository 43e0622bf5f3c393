import type { Space } from '@bindery/contracts';
import { importPages } from './content';
import { COMMON_WORD, RARE_WORD, writePages } from './documentation';
import { type AnsweredPage, fillBaseline } from './baseline-data';
import type { LoadRequest } from './load';
import type { OperationName } from './options';
import type { BenchPlatform } from './platform';

/** One measured operation: the request to the platform, and the same to the baseline. */
export interface Operation {
  name: string;
  /** Its name on the command line, if it can be chosen there. */
  kind?: OperationName;
  /** Each connection sends one of the requests only: what they change is not shared. */
  alone?: boolean;
  platform: LoadRequest[];
  baseline: LoadRequest[];
}

const PAGES = 1_000;
const SPACES = 100;
/** So many different spaces and pages are read in turn. */
const VARIETY = 100;

/** Fills platform and baseline with the same content and answers what is measured on it. */
export async function prepareOperations(platform: BenchPlatform): Promise<Operation[]> {
  const { api, developer } = platform;
  const written = writePages(PAGES);
  const { id: space, pages: listed } = await importPages(platform, 'Bench', written, 1);
  // The second organization holds nothing else.
  const organization = developer.secondOrganization;
  for (let index = 1; index <= SPACES; index++) {
    await api.post(`/orgs/${organization}/spaces`, { title: `Space ${index}`, emoji: '1f4d6' });
  }
  const list = `/orgs/${organization}/spaces?limit=${SPACES}`;
  const { items: spaces } = await api.get<{ items: Space[] }>(list);
  const pages: AnsweredPage[] = [];
  for (const { id } of listed) pages.push(await api.get<AnsweredPage>(`/spaces/${space}/content/page/${id}`));
  await fillBaseline(platform.databaseUrl, { spaces, space, pages, written });

  const read = pages.filter((_, index) => index % (PAGES / VARIETY) === 0);
  const search = (word: string) => [`/spaces/${space}/search?query=${word}`];
  return [
    operation(
      'space',
      'space',
      spaces.map(({ id }) => `/spaces/${id}`),
    ),
    operation(
      'page',
      'page',
      read.map(({ id }) => `/spaces/${space}/content/page/${id}`),
      (path) => path.replace('/content', ''),
    ),
    operation(`list of ${SPACES}`, 'list', [list]),
    operation('search, rare word', 'search', search(RARE_WORD)),
    operation('search, common word', 'search', search(COMMON_WORD)),
  ];
}

function operation(
  name: string,
  kind: OperationName,
  paths: string[],
  ofBaseline: (path: string) => string = (path) => path,
): Operation {
  return {
    name,
    kind,
    platform: paths.map((path) => ({ path: `/v1${path}` })),
    baseline: paths.map((path) => ({ path: ofBaseline(path) })),
  };
}
