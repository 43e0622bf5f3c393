import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writePrivately } from './embedded/secrets';
import { type Developer, readDeveloper, SEEDED } from './developer';
import type { Paths } from './paths';

/**
 * Makes the first organizations, users and tokens when this checkout has none, by the identity service's own seed
 * program, and writes down where the platform is now.
 */
export async function seed(paths: Paths, baseUrl: string, identity: NodeJS.ProcessEnv): Promise<Developer> {
  const seeded = (await readDeveloper(paths)) ?? (await runSeed(paths, identity));
  const developer = { baseUrl, ...Object.fromEntries(SEEDED.map((key) => [key, seeded[key]])) } as unknown as Developer;
  await writePrivately(paths.developer, developer);
  return developer;
}

async function runSeed(paths: Paths, env: NodeJS.ProcessEnv): Promise<Omit<Developer, 'baseUrl'>> {
  const { stdout } = await promisify(execFile)(process.execPath, [paths.seed], {
    env,
    cwd: paths.root,
    timeout: 60_000,
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The first organization could not be created: ${error.stderr?.trim() || error.message}`);
  });
  // Anything the program logs comes before its answer, which is the last line.
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<Developer, 'baseUrl'>;
}
