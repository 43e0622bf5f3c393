import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { smoke, sourceOf } from './smoke';

const HELP = `npm run smoke [-- <Node version>...] [--source <folder>] [--word <word>]

Starts a fresh checkout, imports, reads, searches, publishes, runs a script and stops: on this Node, or on others ("22 24") at
the same time, which the npm package "node" carries.

  --source folder   what is imported as a site; by default the documentation
  --word word       a word in it, for the search`;

export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { source: { type: 'string' }, word: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) return console.log(HELP);
  const source = sourceOf(values.source, values.word);
  if (positionals.length === 0) return smoke({ node: process.execPath, ...source }, (line) => console.log(line));
  // Each waits for installs and starts most of its time, so all run at once.
  const versions = positionals.map((version) => ({ version, node: nodeOf(version) }));
  const runs = versions.map(({ version, node }) =>
    smoke({ node, ...source }, (line) => console.log(`${version} ${line}`)),
  );
  const failures = (await Promise.allSettled(runs)).flatMap((run) =>
    run.status === 'rejected' ? [run.reason as Error] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('\n✗ '));
}

/** The program of another version of Node. */
function nodeOf(version: string): string {
  if (!/^\d+(\.\d+)*$/.test(version)) throw new Error(`${version} is not a version of Node, such as 22`);
  try {
    const npx = ['--yes', '--package', `node@${version}`, 'node', '-p', 'process.execPath'];
    return execFileSync('npx', npx, { encoding: 'utf8', shell: process.platform === 'win32', timeout: 300_000 }).trim();
  } catch (error) {
    throw new Error(`Node ${version} could not be fetched with npx: ${(error as Error).message.split('\n')[0]}`);
  }
}
