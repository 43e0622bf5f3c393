import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Site } from '@bindery/contracts';
import type { ApiClient } from '@bindery/command-line';
import { since, checkout } from '@bindery/launcher';
import { copyCheckout } from './checkout-copy';
import { processesOf } from './process-list';
import { RunningPlatform } from './running-platform';
import { found, importedSpaces, printPdf, readPages, readSite, readSpecification, runScript, translate } from './steps';

interface SmokeOptions {
  /** The Node that everything runs on. */
  node: string;
  /** The folder that is imported and published as a site. */
  source: string;
  /** A word that stands in it. */
  word: string;
}

const DOCUMENTATION = { source: checkout.docs, word: 'import' };

/**
 * Runs the first steps of a user in a fresh checkout: start, import as a site, read every page, search, read the published site, print
 * a PDF, read a specification, run a script for an event, translate, stop. Reports each step; throws at the first that fails, with the reason.
 */
export async function smoke({ node, source, word }: SmokeOptions, tell: (line: string) => void): Promise<void> {
  const begun = performance.now();
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'bindery-smoke-'))), 'checkout');
  let platform: RunningPlatform | undefined;
  const step = async (name: string, work: () => Promise<string>) => {
    const from = performance.now();
    tell(`  ✓ ${name}: ${await work()} (${since(from)})`);
  };
  try {
    copyCheckout(folder);
    tell(`▸ Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
    await step('Start', async () => {
      platform = await RunningPlatform.start(folder, node);
      return platform.developer.baseUrl;
    });
    const running = platform!;
    const { api } = running;
    const { organization } = running.developer;
    // The documentation is a site, too.
    const before = new Set((await sitesOf(api, organization)).map(({ id }) => id));
    let site: Site | undefined;
    await step('Import', async () => {
      await running.command('import', source, '--space', 'Smoke', '--site');
      site = (await sitesOf(api, organization)).find(({ id }) => !before.has(id));
      if (!site) throw new Error('The import made no site');
      return site.title;
    });
    const spaces = await importedSpaces(api, organization);
    await step('Read', async () => `${await readPages(api, spaces)} pages of ${spaces.length} spaces`);
    await step('Search', async () => `${await found(api, spaces, word)} results for "${word}"`);
    await step('Publish', async () => readSite(site!.urls.published!));
    await step('PDF', async () => `${(await printPdf(api, spaces[0]!.id)).length} bytes`);
    await step('Specification', () => readSpecification(api, organization));
    await step('Script', () => runScript(api, organization));
    await step('Translation', () => translate(api, organization, spaces[0]!.id));
    await step('Stop', async () => {
      const code = await running.stop();
      const left = [...processesOf(folder)];
      if (code !== 0 || left.length > 0) throw new Error(`It ended with ${code} and left ${JSON.stringify(left)}`);
      return 'nothing is left';
    });
    tell(`✓ Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()} (${since(begun)})`);
  } finally {
    await platform?.stop();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

async function sitesOf(api: ApiClient, organization: string): Promise<Site[]> {
  return (await api.get<{ items: Site[] }>(`/orgs/${organization}/sites?limit=1000`)).items;
}

/** Throws where the user names a source that does not exist. */
export function sourceOf(path: string | undefined, word: string | undefined): Pick<SmokeOptions, 'source' | 'word'> {
  if (path === undefined) return DOCUMENTATION;
  if (!existsSync(path)) throw new Error(`--source ${path} does not exist`);
  return { source: path, word: word ?? 'the' };
}
