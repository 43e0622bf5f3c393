import type { ProcessName } from '@bindery/launcher';
import { checked, type Finding, ill, PATIENCE, reasonOf, well } from './finding';

/** Milliseconds. */
const SKEW = 2_000;

const REMEDIES: Record<string, string> = {
  postgres: 'check that Postgres runs, and that DATABASE_URL of the service is its URL',
  nats: 'check that NATS runs, and that NATS_URL, NATS_USER and NATS_PASSWORD of the service match it',
  subscriptions:
    'give NATS_USER of the service the permissions for the subjects that its log names, as in nats.conf of this release',
  migrated: 'run the migrations of this release: node main.js migrate with MIGRATION_DATABASE_URL',
  accepting: 'it is stopping: wait for it to come back, or see its log',
};

/** Whether a process answers and can do its work. */
export async function checkProcess(name: ProcessName, url: string): Promise<Finding[]> {
  let response: Response;
  try {
    response = await ask(`${url}/readyz`);
  } catch (error) {
    return [ill(name, reasonOf(error), `check whether it runs, and its log; it should answer at ${url}`)];
  }
  const body = (await response.json().catch(() => ({}))) as { checks?: Record<string, boolean> };
  const failing = Object.entries(body.checks ?? {}).filter(([, holds]) => !holds);
  if (failing.length === 0 && response.status === 200) return [well(name, 'ready')];
  if (failing.length === 0) return [ill(name, `answers ${response.status} at ${url}/readyz`, 'see its log')];
  return failing.map(([check]) =>
    ill(name, `not ready: ${check}`, REMEDIES[check.split('.').at(-1)!] ?? 'see its log'),
  );
}

/** Whether the address that stands in every link leads here. */
export function checkPublicUrl(publicUrl: string): Promise<Finding> {
  const remedy = 'set PUBLIC_URL to the URL under which clients reach the gateway, and check its DNS and certificate';
  return checked('PUBLIC_URL', remedy, async () => {
    const response = await ask(`${publicUrl}/v1`);
    const { name } = (await response.json().catch(() => ({}))) as { name?: string };
    if (name !== 'Bindery') throw new Error(`${publicUrl}/v1 answers ${response.status}, so it is not this platform`);
    return publicUrl;
  });
}

/** Whether the clock of the machine that answers goes as this one does. */
export function checkClock(about: string, theirs: () => Promise<number>): Promise<Finding> {
  return checked(about, 'let both machines take their time from one source (NTP)', async () => {
    const before = Date.now();
    const answered = await theirs();
    const wait = Date.now() - before;
    const skew = Math.abs(answered - (before + wait / 2));
    // The other clock was read at some time of the wait.
    if (skew > SKEW + wait / 2) throw new Error(`differs by ${Math.round(skew / 1_000)} s from the clock here`);
    return 'goes as the one here';
  });
}

/** The time of a process, in milliseconds; an HTTP date has whole seconds. */
export async function timeOf(url: string): Promise<number> {
  const response = await ask(`${url}/livez`);
  return Date.parse(response.headers.get('date') ?? '') + 500;
}

const ask = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
