import type { ShareLink, Site } from '@bindery/contracts';
import { eventually } from './eventually';
import type { BenchPlatform } from './platform';

const SAMPLES = 5;

/** A published site, one space of it, and a page of that. */
export interface FreshSite {
  id: string;
  space: string;
  page: { id: string; url: string };
}

/** The most milliseconds, of some changes, from when one was made until readers saw it. */
interface Freshness {
  page: number;
  search: number;
  revoked: number;
}

/** Measures how soon readers of a site see what was merged, and find that the key of a share link is good no more. */
export async function measureFreshness(platform: BenchPlatform, site: FreshSite): Promise<Freshness> {
  const most: Freshness = { page: 0, search: 0, revoked: 0 };
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { page, search } = await merge(platform, site, `fresh${'abcdefgh'[sample]}`);
    const revoked = await revoke(platform, site);
    most.page = Math.max(most.page, page);
    most.search = Math.max(most.search, search);
    most.revoked = Math.max(most.revoked, revoked);
  }
  return most;
}

async function merge({ api, developer }: BenchPlatform, { id, space, page }: FreshSite, word: string) {
  const requests = `/spaces/${space}/change-requests`;
  const draft = `${requests}/${(await api.post<{ id: string }>(requests, {})).id}`;
  const document = { markdown: `It says ${word}.` };
  await api.post(`${draft}/content`, { changes: [{ operation: 'update_page', page: page.id, document }] });
  const search = async () => {
    const url = `${developer.baseUrl}/v1/orgs/${developer.organization}/sites/${id}/search`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: word, mode: 'all' });
    return (await (await fetch(url, { method: 'POST', headers, body })).text()).includes(`It says ${word}`);
  };
  const shown = async () => (await (await fetch(page.url)).text()).includes(word);
  // Fills the caches first, so that stale answers would last as long as they may.
  await Promise.all([search(), shown()]);
  await api.post(`${draft}/merge`, {});
  const [seen, found] = await Promise.all([eventually(shown), eventually(search)]);
  return { page: seen, search: found };
}

/** On a site of its own, whose readers come with the key. */
async function revoke({ api, developer }: BenchPlatform, { space }: FreshSite): Promise<number> {
  const sites = `/orgs/${developer.organization}/sites`;
  const { id } = await api.post<Site>(sites, { title: 'Shared', visibility: 'share-link', spaces: [space] });
  await api.post(`${sites}/${id}/publish`, {});
  const link = await api.post<ShareLink>(`${sites}/${id}/share-links`, { name: 'Readers' });
  const isOpen = async () => (await fetch(link.urls.published)).status === 200;
  if (!(await isOpen())) throw new Error('The share link opens nothing');
  await api.patch(`${sites}/${id}/share-links/${link.id}`, { active: false });
  return eventually(async () => !(await isOpen()));
}
