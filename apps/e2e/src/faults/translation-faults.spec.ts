import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Page, Revision, Translation, TranslationRun } from '@bindery/contracts';
import { BenchPlatform } from '@bindery/bench';
import { Progress } from '@bindery/launcher';
import { filesOf, flat, publicDocs, seededRandom } from '@bindery/testing';
import { importedSpaces } from './imported-spaces';
import { eventually, pidOf, within } from './kill';

/** Processes of their own, killed as a machine would kill them; the short form is in the tests of translations. */
const long = process.env.BINDERY_TEST === 'long' && publicDocs;
const seed = Number(process.env.BINDERY_SEED ?? 1);
const rounds = Array.from({ length: Number(process.env.BINDERY_ROUNDS ?? 8) }, (_, n) => n + 1);
/** In milliseconds: about as long as the translation of the corpus takes. */
const latestKill = 8_000;

jest.setTimeout(4 * within);

const random = seededRandom(seed);

(long ? describe : describe.skip)('the public corpus, in the long form where it lies beside the checkout', () => {
  let platform: BenchPlatform;
  let database: Client;
  let spaces: string[];

  beforeAll(async () => {
    platform = await BenchPlatform.start(new Progress({ write: () => true }), { TRANSLATION_PROVIDER: 'offline' });
    database = new Client({ connectionString: platform.databaseUrl });
    await database.connect();
    await database.query(ledger);
    spaces = await importedSpaces(platform, filesOf(publicDocs!), {});
  });
  afterAll(async () => {
    await database.end();
    await platform.stop();
  });

  it.each(rounds)('is translated offline with no page done twice when ai-jobs is killed (round %i)', async (round) => {
    const { api, developer } = platform;
    const path = `/orgs/${developer.organization}/translations`;
    const source = (space: string) => ({ language: 'fr', source: { space, language: 'en' }, automatic: false });
    const made = await Promise.all(spaces.map((space) => api.post<Translation>(path, source(space))));
    const ids = made.map(({ id }) => id);
    const killedAfter = Math.floor(random() * latestKill);
    await sleep(killedAfter);
    process.kill(await pidOf(platform, 'ai-jobs'), 'SIGKILL');
    const { units: before } = await recorded(database, ids);
    for (const id of ids) {
      const run = await eventually(async () => {
        const { items } = await api.get<Page<TranslationRun>>(`${path}/${id}/runs`);
        return items[0]?.status === 'completed' || items[0]?.status === 'failed' ? items[0] : undefined;
      });
      expect(run).toMatchObject({ status: 'completed', untranslated: [], pages: { done: run.pages.total } });
    }
    const { units, times } = await recorded(database, ids);
    process.stdout.write(
      `seed ${seed}, round ${round}: killed after ${killedAfter} ms with ${before} units done; ${units} in the end\n`,
    );
    expect(times).toBe(units);
    let pages = 0;
    for (const [index, id] of ids.entries()) {
      const { result, stats } = await api.get<Translation>(`${path}/${id}`);
      expect(stats.runs).toBe(1);
      const [there, here] = await Promise.all([pagesOf(result!.space), pagesOf(spaces[index]!)]);
      expect(there).toEqual(here);
      pages += there.length;
    }
    expect(pages).toBe(283);
  });

  async function pagesOf(space: string): Promise<string[]> {
    const { pages } = await platform.api.get<Revision>(`/spaces/${space}/content`);
    return flat(pages).flatMap(({ id, type }) => (type === 'document' ? [id] : []));
  }
});

/** Notes each time that a page or reusable content is recorded as translated. */
const ledger = `
  create table public.recorded (translation_id text, kind text, unit_id text);
  create function public.note_recorded() returns trigger language plpgsql security definer as $$
    begin
      insert into public.recorded values (new.translation_id, new.kind, new.unit_id);
      return null;
    end $$;
  create trigger note_recorded after insert or update of source on ai_jobs.translation_unit
    for each row execute function public.note_recorded();`;

/** How many units of these translations are recorded, and how many times together. */
async function recorded(database: Client, translations: string[]): Promise<{ units: number; times: number }> {
  const { rows } = await database.query<{ units: number; times: number }>(
    `select count(distinct (translation_id, kind, unit_id))::int as units, count(*)::int as times
     from public.recorded where translation_id = any($1)`,
    [translations],
  );
  return rows[0]!;
}
