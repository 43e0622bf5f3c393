import type { SearchPageResult, Space } from '@bindery/contracts';
import { eventually } from './eventually';
import type { BenchPlatform } from './platform';
import type { TargetedFigure } from './targeted-figure';

const SAMPLES = 10;

/** Measures how soon after the answer to an edit search finds what it changed: the slowest of some. */
export async function measureSearchFreshness({ api, developer }: BenchPlatform): Promise<TargetedFigure> {
  const { id: space } = await api.post<Space>(`/orgs/${developer.organization}/spaces`, { title: 'Fresh' });
  const put = (change: object) =>
    api.post<{ changes: { page: { id: string } }[] }>(`/spaces/${space}/content`, { changes: [change] });
  const made = await put({ operation: 'insert_page', title: 'Page', document: { markdown: 'The first.' } });
  const page = made.changes[0]!.page.id;
  let slowest = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const word = `fresh${'abcdefghij'[sample]}`;
    await put({ operation: 'update_page', page, document: { markdown: `It says ${word}.` } });
    const isFound = async () => {
      const { items } = await api.get<{ items: SearchPageResult[] }>(`/spaces/${space}/search?query=${word}`);
      return items.length > 0;
    };
    slowest = Math.max(slowest, await eventually(isFound));
  }
  return { name: 'until search finds an edit, at most', unit: 'ms', value: slowest, target: { most: 1_000 } };
}
