import { Client } from 'pg';
import type { Site, SiteSection } from '@bindery/contracts';
import type { Comparison } from './compare';
import { importPages } from './content';
import { COMMON_WORD, RARE_WORD, writePages } from './documentation';
import { fillBaseline, type AnsweredPage } from './baseline-data';
import { measureLargestPaint } from './largest-paint';
import type { Operation } from './operations';
import type { BenchPlatform } from './platform';
import { measureFreshness, type FreshSite } from './site-freshness';
import type { TargetedFigure } from './targeted-figure';

const SECTIONS = 50;
const PAGES = 200;
/** So many different pages are read in turn. */
const VARIETY = 50;
const OF_MANY = `site of ${SECTIONS}`;
const RENDERED = 'rendered page';
const SMALL_PAGES = 20;

const SCHEMA = `
  create table baseline.site (id text primary key, rest jsonb not null);
  create table baseline.site_part (site_id text not null, ordinal int not null, rest jsonb not null, primary key (site_id, ordinal));
  create table baseline.site_page (site_id text not null, ordinal int not null, html text not null, primary key (site_id, ordinal))`;

interface PreparedSites extends FreshSite {
  operations: Operation[];
  /** A page of a site with little around it. */
  smallPageUrl: string;
}

/** Publishes a site of many sections, gives the baseline the same answers, and returns the operations to measure on both. */
export async function prepareSites(platform: BenchPlatform): Promise<PreparedSites> {
  const { api, developer } = platform;
  const { organization, baseUrl } = developer;
  const written = writePages(PAGES);
  const { id: space, pages: listed } = await importPages(platform, 'Bench', written, 1);
  const sites = `/orgs/${organization}/sites`;
  const { id } = await api.post<Site>(sites, { title: 'Bench', visibility: 'public' });
  await api.post<SiteSection>(`${sites}/${id}/sections`, { spaceId: space, title: 'Bench' });
  for (let index = 1; index < SECTIONS; index++) {
    const { id: spaceId } = await api.post<{ id: string }>(`/orgs/${organization}/spaces`, { title: `Space ${index}` });
    await api.post<SiteSection>(`${sites}/${id}/sections`, { spaceId, title: `Section ${index}` });
  }
  const { urls } = await api.post<Site>(`${sites}/${id}/publish`, {});
  const base = new URL(urls.published!).pathname;
  const pages: AnsweredPage[] = [];
  for (const page of listed) pages.push(await api.get<AnsweredPage>(`/spaces/${space}/content/page/${page.id}`));
  const read = pages.slice(0, VARIETY).map(({ slug }) => base + slug);
  const published = await api.get<PublishedContentOfBaseline>(`${sites}/${id}/published`);
  const html = await Promise.all(read.map(async (path) => (await fetch(baseUrl + path)).text()));
  await fillBaseline(platform.databaseUrl, { spaces: [], space, pages, written });
  await fillSite(platform.databaseUrl, id, published, html);
  /** In the site, and for comparison in the one space of it that has pages. */
  const search = (name: string, query: string): Operation[] => {
    const baseline = [{ path: `/spaces/${space}/search?query=${query}` }];
    const body = JSON.stringify({ query, mode: 'all' });
    return [
      {
        name: `site search, ${name}`,
        platform: [{ method: 'POST', path: `/v1${sites}/${id}/search`, body }],
        baseline,
      },
      {
        name: `by its readers, ${name}`,
        platform: [{ method: 'POST', path: `/v1${sites}/${id}/search`, body, anonymous: true }],
        baseline,
      },
      { name: `its space, ${name}`, platform: [{ path: `/v1/spaces/${space}/search?query=${query}` }], baseline },
    ];
  };
  return {
    ...{ id, space, page: { id: listed[0]!.id, url: baseUrl + read[0]! } },
    smallPageUrl: await publishSmallSite(platform),
    operations: [
      {
        name: OF_MANY,
        platform: [{ path: `/v1${sites}/${id}/published` }],
        baseline: [{ path: `/sites/${id}/published` }],
      },
      {
        name: RENDERED,
        platform: read.map((path) => ({ path })),
        baseline: read.map((_, at) => ({ path: `/sites/${id}/pages/${at}` })),
      },
      ...search('rare', RARE_WORD),
      ...search('common', COMMON_WORD),
    ],
  };
}

/** Publishes a site of one space with few pages; answers the address of one of them. */
async function publishSmallSite(platform: BenchPlatform): Promise<string> {
  const { api, developer } = platform;
  const { id: spaceId, pages } = await importPages(platform, 'Small', writePages(SMALL_PAGES), 1);
  const sites = `/orgs/${developer.organization}/sites`;
  const { id } = await api.post<Site>(sites, { title: 'Small', visibility: 'public' });
  await api.post<SiteSection>(`${sites}/${id}/sections`, { spaceId, title: 'Small' });
  const { urls } = await api.post<Site>(`${sites}/${id}/publish`, {});
  return developer.baseUrl + new URL(urls.published!).pathname + pages[0]!.slug;
}

/** The target figures of a site at 64 connections, where they were measured, and others that readers notice. */
export async function siteFigures(
  platform: BenchPlatform,
  prepared: PreparedSites,
  comparisons: readonly Comparison[],
): Promise<TargetedFigure[]> {
  const found = (name: string) => comparisons.find((one) => one.operation === name && one.connections === 64);
  const ratio = found(OF_MANY)?.ratio;
  const rendered = found(RENDERED)?.platform.requestsPerSecond;
  // Measured before the freshness, which changes the page.
  const paint = await measureLargestPaint(prepared.page.url);
  const smallPaint = await measureLargestPaint(prepared.smallPageUrl);
  const { page, search, revoked } = await measureFreshness(platform, prepared);
  const figure = (
    name: string,
    unit: TargetedFigure['unit'],
    value: number | undefined,
    target: TargetedFigure['target'],
  ): TargetedFigure[] => (value === undefined ? [] : [{ name, unit, value, ...(target && { target }) }]);
  return [
    ...figure(`Structure of ${SECTIONS} sections beside the baseline`, 'x', ratio, { least: 0.3 }),
    ...figure('Rendered page', 'requests/s', rendered, { least: 1_500 }),
    ...figure(`Largest Contentful Paint, 4 times as slow, beside ${SMALL_PAGES} pages`, 'ms', smallPaint, {
      most: 300,
    }),
    ...figure(`... beside ${PAGES} pages and ${SECTIONS} sections`, 'ms', paint, { most: 300 }),
    ...figure('What was merged is on its page after at most', 'ms', page, { most: 1_000 }),
    ...figure('What was merged is found in the site after at most', 'ms', search, undefined),
    ...figure('A share link opens nothing any more after at most', 'ms', revoked, { most: 1_000 }),
  ];
}

interface PublishedContentOfBaseline {
  structure: { structure: object[] };
}

/** Stores what the platform answers, a row for each section and each page. */
async function fillSite(
  databaseUrl: string,
  id: string,
  { structure, ...rest }: PublishedContentOfBaseline,
  html: readonly string[],
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = (parts: readonly unknown[]) => [id, JSON.stringify(parts)];
  try {
    await client.query(SCHEMA);
    await client.query('insert into baseline.site values ($1, $2)', [id, JSON.stringify(rest)]);
    await client.query(
      'insert into baseline.site_part select $1, p.ordinality, p.value from jsonb_array_elements($2) with ordinality p',
      rows(structure.structure),
    );
    await client.query(
      'insert into baseline.site_page select $1, p.ordinality - 1, p.value from jsonb_array_elements_text($2) with ordinality p',
      rows(html),
    );
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
