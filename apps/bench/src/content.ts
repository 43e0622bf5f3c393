import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { RevisionPage, SearchPageResult } from '@bindery/contracts';
import { type ApiClient, importSource } from '@bindery/command-line';
import { RARE_PAGES, RARE_WORD, type WrittenPage, zipPages } from './documentation';
import type { BenchPlatform } from './platform';

/** A space that was imported, with the times that took in milliseconds. */
interface ImportedSpace {
  id: string;
  pages: { id: string; slug: string }[];
  importedIn: number;
  /** How much later everything was found by search. */
  searchableIn: number;
}

/** How long (in milliseconds) search may take to know a new space. */
const SEARCHABLE_WITHIN = 300_000;

/** Imports pages as a new space over the public API and waits until they are found. */
export async function importPages(
  platform: BenchPlatform,
  title: string,
  written: readonly WrittenPage[],
  depth: number,
): Promise<ImportedSpace> {
  const { api, developer } = platform;
  const source = platform.file('pages.zip');
  await writeFile(source, await zipPages(written, depth));
  const run = await importSource(api, { source, organization: developer.organization, title }, () => undefined);
  const space = run.spaces[0];
  if (run.status !== 'completed' || !space || run.problems.length > 0)
    throw new Error(`The import of ${title} ended as ${run.status}: ${run.error ?? run.problems[0]?.message}`);
  const completed = Date.parse(run.completedAt!);
  const searchable = await searchableAt(api, space.id);
  const { pages } = await api.get<{ pages: RevisionPage[] }>(`/spaces/${space.id}/content/pages`);
  return {
    id: space.id,
    pages: flatten(pages),
    importedIn: completed - Date.parse(run.createdAt),
    searchableIn: Math.max(0, searchable - completed),
  };
}

/** When (in milliseconds since 1970) every page with the rare word is found. */
export async function searchableAt(api: ApiClient, space: string): Promise<number> {
  for (const end = Date.now() + SEARCHABLE_WITHIN; Date.now() < end; await delay(50)) {
    const { items } = await api.get<{ items: SearchPageResult[] }>(`/spaces/${space}/search?query=${RARE_WORD}`);
    if (items.length === RARE_PAGES) return Date.now();
  }
  throw new Error(`Search does not know the space ${space} after ${SEARCHABLE_WITHIN / 1_000} s`);
}

function flatten(pages: readonly RevisionPage[]): { id: string; slug: string }[] {
  return pages.flatMap((page) =>
    page.type === 'document' ? [{ id: page.id, slug: page.slug }, ...flatten(page.pages as RevisionPage[])] : [],
  );
}
