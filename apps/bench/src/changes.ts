import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@bindery/command-line';
import { importPages } from './content';
import { generator, writePages } from './documentation';
import { median } from './percentile';
import type { BenchPlatform } from './platform';

/** The cost of one action in spaces of different sizes: medians in milliseconds, in the order of the sizes. */
export interface ChangeCost {
  name: string;
  small: number;
  large: number;
}

/** Pages of the smaller space. */
export const SMALL = 100;

const SAMPLES = 20;
/** How long there are no requests between the imports and the measurement, in milliseconds. */
const SETTLE = 10_000;
const COMMENTS = 100;
const CHANGE_REQUESTS = 50;

/** A space whose changes are measured. */
export interface MeasuredSpace {
  id: string;
  pageIds: string[];
}

/** One measured call, with what has to be there before. */
interface Measure {
  name: string;
  prepare?: (space: MeasuredSpace) => Promise<string>;
  call: (space: MeasuredSpace, prepared: string) => Promise<unknown>;
}

/** Measures what changes cost in a small and in a large space; answers the large one, too. */
export async function measureChanges(
  platform: BenchPlatform,
  sizes: readonly number[],
  done: (cost: ChangeCost) => void,
  step: (text: string) => void,
): Promise<{ costs: ChangeCost[]; large: MeasuredSpace }> {
  const spaces: MeasuredSpace[] = [];
  for (const pages of sizes) {
    step(`Importing ${pages} pages`);
    const { id, pages: listed } = await importPages(platform, `${pages} pages`, writePages(pages), 1);
    spaces.push({ id, pageIds: listed.map((page) => page.id) });
  }
  step('Letting the database settle');
  await sleep(SETTLE);
  const [small, large] = spaces as [MeasuredSpace, MeasuredSpace];
  for (const space of spaces) await discuss(platform.api, space);
  const costs: ChangeCost[] = [];
  for (const measure of measures(platform.api)) {
    step(measure.name);
    const cost = { name: measure.name, small: await timeOf(measure, small), large: await timeOf(measure, large) };
    costs.push(cost);
    done(cost);
  }
  return { costs, large };
}

function measures(api: ApiClient): Measure[] {
  const random = generator(2);
  const edit = ({ pageIds }: MeasuredSpace) => changeOf(pageIds[Math.floor(random() * pageIds.length)]!);
  const open = (space: MeasuredSpace) => opened(api, space);
  const edited = async (space: MeasuredSpace) => {
    const id = await open(space);
    await api.post(`/spaces/${space.id}/change-requests/${id}/content`, edit(space));
    return id;
  };
  const editMain = async (space: MeasuredSpace) => {
    await api.post(`/spaces/${space.id}/content`, edit(space));
    return '';
  };
  return [
    { name: 'open a change request', call: open },
    {
      name: 'edit a page of it',
      prepare: open,
      call: (space, id) => api.post(`/spaces/${space.id}/change-requests/${id}/content`, edit(space)),
    },
    {
      name: 'merge one changed page',
      prepare: edited,
      call: (space, id) => api.post(`/spaces/${space.id}/change-requests/${id}/merge`, {}),
    },
    { name: 'edit a page of the space', call: editMain },
    // A tree is kept for as long as nothing changes.
    { name: 'tree of all pages', prepare: editMain, call: ({ id }) => api.get(`/spaces/${id}/content/pages`) },
    { name: 'duplicate the space', call: ({ id }) => api.post(`/spaces/${id}/duplicate`, {}) },
    {
      name: `list of ${CHANGE_REQUESTS} change requests`,
      call: ({ id }) => api.get(`/spaces/${id}/change-requests?status=draft&limit=${CHANGE_REQUESTS}`),
    },
    { name: `list of ${COMMENTS} comments`, call: ({ id }) => api.get(`/spaces/${id}/comments?limit=${COMMENTS}`) },
    {
      name: 'create a comment',
      call: ({ id }) => api.post(`/spaces/${id}/comments`, { body: { markdown: 'Well said.' } }),
    },
  ];
}

const changeOf = (page: string) => ({
  changes: [{ operation: 'update_page', page, document: { markdown: `Edited: ${Math.random()}\n` } }],
});

async function opened(api: ApiClient, { id }: MeasuredSpace): Promise<string> {
  return (await api.post<{ id: string }>(`/spaces/${id}/change-requests`, {})).id;
}

/** Fills the space's lists. */
async function discuss(api: ApiClient, space: MeasuredSpace): Promise<void> {
  for (let index = 0; index < CHANGE_REQUESTS; index++) await opened(api, space);
  for (let index = 0; index < COMMENTS; index++)
    await api.post(`/spaces/${space.id}/comments`, { body: { markdown: `Comment ${index}` } });
}

async function timeOf({ prepare, call }: Measure, space: MeasuredSpace): Promise<number> {
  const times: number[] = [];
  for (let sample = -SAMPLES / 4; sample < SAMPLES; sample++) {
    const prepared = (await prepare?.(space)) ?? '';
    const begun = performance.now();
    await call(space, prepared);
    if (sample >= 0) times.push(performance.now() - begun);
  }
  return median(times);
}
