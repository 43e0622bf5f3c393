import { readFile } from 'node:fs/promises';
import type { ImportRun, Space } from '@bindery/contracts';
import type { ApiClient } from '../api-client';
import { importSource } from '../import-source';
import { publishImport } from '../publish-import';
import { type Progress, writePrivately, type Paths } from '@bindery/launcher';

/** The title of the space and of the site. */
export const WELCOME_TITLE = 'Bindery';

/** The content of `.bindery/welcome.json`. */
interface Welcome {
  spaces: ImportRun['spaces'];
  /** Where its site is; earlier versions published none. */
  site?: string;
}

/**
 * Imports and publishes Bindery's own documentation, once, and answers the address of its site. The platform is useful
 * without it, so a failure is only reported.
 */
export async function welcome(
  paths: Paths,
  api: ApiClient,
  organization: string,
  progress: Progress,
): Promise<string | undefined> {
  try {
    const known = await readWelcome(paths.welcome);
    if (known?.site !== undefined) return known.site || undefined;
    const { spaces } = known ?? (await importDocumentation(paths, api, organization, progress));
    await writePrivately(paths.welcome, { spaces });
    // A user may have deleted the space that an earlier version imported.
    const site = (await exists(api, spaces))
      ? await publishImport(api, organization, { spaces }, WELCOME_TITLE, 'bindery')
      : '';
    await writePrivately(paths.welcome, { spaces, site });
    if (site) progress.line(`✓ Documentation in the space "${WELCOME_TITLE}", published as a site`);
    return site || undefined;
  } catch (error) {
    progress.line(`! The documentation was not imported and published: ${(error as Error).message}`);
    return undefined;
  }
}

async function importDocumentation(
  paths: Paths,
  api: ApiClient,
  organization: string,
  progress: Progress,
): Promise<Pick<ImportRun, 'spaces'>> {
  const source = { source: paths.docs, organization, title: WELCOME_TITLE };
  const run = await importSource(api, source, (text) => progress.step(`Importing the documentation: ${text}`));
  if (run.status !== 'completed') throw new Error(run.error ?? `the import ended as ${run.status}`);
  return run;
}

async function exists(api: ApiClient, [space]: ImportRun['spaces']): Promise<boolean> {
  const found = space && (await api.find<Space>(`/spaces/${space.id}`));
  return found !== undefined && !found.deletedAt;
}

async function readWelcome(file: string): Promise<Welcome | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Welcome;
  } catch {
    return undefined;
  }
}
