import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(__dirname, '..', '..', '..', '..');

/** Functions that request addresses of tenants, or check them; each is called where the address comes from. */
const guards = [
  ...['safeFetch', 'openRequest', 'checkUrl', 'checkHost'],
  ...['SpecificationFetcher', 'cloneRepository', 'remoteOf'],
];
/** Where guards are made of guards. */
const guarding = [
  'apps/content/src/specifications/reading/fetch-specification.ts',
  'apps/content/src/interchange/imports/git-clone.ts',
  'libs/outbound/',
];

/** Modules that connect to an address, listen at one, or run a program that does. Databases and brokers are not among them. */
const modules =
  /^(undici|openai|nodemailer|@aws-sdk\/.*|@opentelemetry\/exporter.*|node:(https?|http2|net|tls|dgram|dns|dns\/promises|child_process))$/;
/** The harmless exports of such modules. */
const harmless = ['isIP', 'isIPv4', 'isIPv6'];

interface OutboundCalls {
  /** Files that call a guard. */
  guarded: string[];
  /** Files that reach out, or may, without one. */
  unguarded: string[];
}

/** How the code of all services and libraries reaches out, by what its files import and call. */
export function waysOut(): OutboundCalls {
  const files = ['apps', 'libs'].flatMap((folder) => sourcesIn(join(root, folder)));
  const found: OutboundCalls = { guarded: [], unguarded: [] };
  for (const path of files) {
    const file = relative(root, path);
    const text = readFileSync(path, 'utf8');
    if (guarding.some((start) => file.startsWith(start))) continue;
    // Messaging has functions of the same names for what it sends over NATS.
    const isGuarded = ({ names, from }: { names: string[]; from: string }) =>
      from !== './signed-request' && names.some((name) => guards.includes(name));
    if (imports(text).some(isGuarded)) found.guarded.push(file);
    if (mayReachOut(text)) found.unguarded.push(file);
  }
  return { guarded: found.guarded.sort(), unguarded: found.unguarded.sort() };
}

/** Programs that developers and operators run, with addresses of their own. */
const commands = /\/(apps\/(bench|command-line)|libs\/launcher)\//;

/** The source files of what serves tenants, without tests and their support. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        /\/src\/.*\.ts$/.test(path) &&
        !/\.spec\.ts$|\/apps\/e2e\/|\/libs\/testing\//.test(path) &&
        !commands.test(path),
    );
}

const mayReachOut = (text: string): boolean =>
  /(?<![.\w]|async |private )fetch\(|new (WebSocket|EventSource)\(/.test(text) ||
  imports(text).some(({ names, from }) => modules.test(from) && names.some((name) => !harmless.includes(name)));

/** The values that a file imports, also by `import()` and `require()`; types are none. */
function imports(text: string): { names: string[]; from: string }[] {
  const declared = [...text.matchAll(/^import (?!type )([^;]*?) from '([^']+)';$/gms)].map(([, what, from]) => ({
    names: what!
      .replace(/[{}]/g, ' ')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .map((name) => name.split(' as ')[0]!),
    from: from!,
  }));
  const loaded = [...text.matchAll(/\b(?:import|require)\('([^']+)'\)/g)].map(([, from]) => ({
    names: ['*'],
    from: from!,
  }));
  return [...declared, ...loaded];
}
