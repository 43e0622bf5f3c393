import { setTimeout as sleep } from 'node:timers/promises';
import type {
  IntegrationEvent,
  OpenAPISpec,
  SearchPageResult,
  Space,
  Translation,
  TranslationRun,
} from '@bindery/contracts';
import { type ApiClient, WELCOME_TITLE } from '@bindery/command-line';

/** In milliseconds, for work that goes on in the background. */
const WITHIN = 60_000;
/** The same for the PDF of a space, which grows with its pages. */
const PRINTED_WITHIN = 600_000;

/** All but the documentation that a first start imports. */
export async function importedSpaces(api: ApiClient, organization: string): Promise<Space[]> {
  const { items } = await api.get<{ items: Space[] }>(`/orgs/${organization}/spaces?limit=1000`);
  const spaces = items.filter(({ title }) => title !== WELCOME_TITLE);
  if (spaces.length === 0) throw new Error('The import made no space');
  return spaces;
}

/** A page as lists of pages have it. */
interface ListedPage {
  id: string;
  type: string;
  title: string;
  pages?: ListedPage[];
}

/** Reads every page as Markdown, and answers their number. */
export async function readPages(api: ApiClient, spaces: readonly Pick<Space, 'id'>[]): Promise<number> {
  let count = 0;
  for (const { id } of spaces) {
    const { pages } = await api.get<{ pages: ListedPage[] }>(`/spaces/${id}/content/pages`);
    const open = [...pages];
    for (let page = open.pop(); page; page = open.pop()) {
      open.push(...(page.pages ?? []));
      if (page.type !== 'document') continue;
      const read = await api.get<{ markdown: string }>(`/spaces/${id}/content/page/${page.id}?format=markdown`);
      if (typeof read.markdown !== 'string') throw new Error(`${page.title} has no content`);
      count++;
    }
  }
  return count;
}

/** Search is indexed in the background. */
export async function found(api: ApiClient, spaces: readonly Pick<Space, 'id'>[], word: string): Promise<number> {
  return until(`search finds "${word}"`, async () => {
    const results = await Promise.all(
      spaces.map(({ id }) => api.get<{ items: SearchPageResult[] }>(`/spaces/${id}/search?query=${word}`)),
    );
    return results.reduce((sum, { items }) => sum + items.length, 0);
  });
}

export async function readSite(url: string): Promise<string> {
  return until(`${url} is served`, async () => {
    const response = await fetch(url);
    const text = await response.text();
    return response.ok && text.includes('<html') ? url : undefined;
  });
}

const SCRIPT = `export default {
  async fetch(request) {
    const form = await request.formData();
    console.log('heard ' + JSON.parse(form.get('event')).type);
    return new Response('OK');
  },
};`;

/** An integration hears that it is installed. */
export async function runScript(api: ApiClient, organization: string): Promise<string> {
  const integration = '/integrations/smoke';
  await api.post(integration, { title: 'Smoke', description: 'Hears', scopes: [], script: SCRIPT, organization });
  await api.post(`${integration}/installations`, { organization });
  return until('the script has run', async () => {
    const { items } = await api.get<{ items: IntegrationEvent[] }>(`${integration}/events`);
    const event = items.find(({ status }) => status === 'success');
    if (!event) return undefined;
    const { trace } = await api.get<{ trace: { logs: { message?: string }[] } }>(`${integration}/events/${event.id}`);
    return trace.logs.find(({ message }) => message?.startsWith('heard '))?.message;
  });
}

/** The PDF of a space. */
export async function printPdf(api: ApiClient, space: string): Promise<Buffer> {
  const { url } = await api.get<{ url: string }>(`/spaces/${space}/pdf`);
  return until(
    'the PDF is printed',
    async () => {
      const bytes = await api.download(url);
      return bytes.subarray(0, 5).toString() === '%PDF-' ? bytes : undefined;
    },
    PRINTED_WITHIN,
  );
}

/** A specification with one operation; answers the version that was read. */
export async function readSpecification(api: ApiClient, organization: string): Promise<string> {
  const get = { tags: ['pet'], summary: 'List pets', responses: { 200: { description: 'Pets' } } };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: { '/pets': { get } } });
  const spec = `/orgs/${organization}/openapi/smoke`;
  await api.replace(spec, { source: { text } });
  return until('the specification is read', async () => {
    const { processingState, lastVersion, lastProcessErrorCode } = await api.get<OpenAPISpec>(spec);
    if (lastProcessErrorCode) throw new Error(`The specification was not read: ${lastProcessErrorCode}`);
    return processingState === 'complete' ? lastVersion : undefined;
  });
}

/** Translates a space, and answers how that ended. */
export async function translate(api: ApiClient, organization: string, space: string): Promise<string> {
  const translations = `/orgs/${organization}/translations`;
  const body = { language: 'fr', source: { space, language: 'en' } };
  const { id } = await api.post<Translation>(translations, body);
  return until('the translation has run', async () => {
    const { items } = await api.get<{ items: TranslationRun[] }>(`${translations}/${id}/runs`);
    const ended = items.find(({ status }) => status !== 'pending' && status !== 'running');
    if (ended && ended.status !== 'completed') throw new Error(`The translation ended as ${ended.status}`);
    return ended?.status;
  });
}

async function until<T>(what: string, look: () => Promise<T | undefined>, within = WITHIN): Promise<T> {
  for (const end = Date.now() + within; Date.now() < end; await sleep(200)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Not true within ${within / 1_000} s: ${what}`);
}
