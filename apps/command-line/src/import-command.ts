import { writeFile } from 'node:fs/promises';
import type { ImportProblem, ImportRun, Space } from '@bindery/contracts';
import { Progress, since } from '@bindery/launcher';
import {
  type Command,
  connection,
  CONNECTION_HELP,
  CONNECTION_OPTIONS,
  ORGANIZATION_HELP,
  organizationOf,
  UsageError,
  userPath,
} from './command';
import { importSource, isGitUrl } from './import-source';
import { publishImport } from './publish-import';

/** More problems than this are counted, not listed. */
const LISTED = 20;

export const importCommand: Command = {
  summary: 'import documentation in Git Sync format as a new space',
  usage: '<folder|zip|git URL> --space "Docs" [--site] [--problems <file>]',
  help: [
    '<source>             a folder, a zip file or the URL of a git repository',
    '--space title        the title of the new space; several spaces of a docs.yaml get their own titles',
    '--site               publish the imported spaces as one site, with the structure in docs.yaml',
    '--problems file      write every problem of the source to this file; without it the first ones are shown',
    '--ref name           a branch or tag of a git repository (default: its default branch)',
    ORGANIZATION_HELP,
    ...CONNECTION_HELP,
  ],
  flags: ['site'],
  options: ['space', 'ref', 'problems', ...CONNECTION_OPTIONS],
  arguments: [1, 1],
  async run(invocation) {
    const asSite = invocation.flags.has('site');
    const title = invocation.options.space;
    if (!title && !asSite) throw new UsageError('--space "Docs" is missing: the title of the new space');
    const api = await connection(invocation);
    const organization = await organizationOf(invocation, api);
    const progress = new Progress();
    const begun = performance.now();
    const { ref, problems } = invocation.options;
    const request = {
      source: sourceOf(invocation.args[0]!),
      organization,
      ...(title && { title }),
      ...(ref && { ref }),
    };
    const run = await importSource(
      api,
      request,
      (text) => progress.step(`Importing: ${text}`),
      (id) => progress.line(`Import ${id} (npm run bindery -- jobs list)`),
    );
    const file = problems === undefined ? undefined : userPath(problems);
    if (file !== undefined) await writeFile(file, run.problems.map((problem) => `${lineOf(problem)}\n`).join(''));
    const spaces = await Promise.all(run.spaces.map(({ id }) => api.get<Space>(`/spaces/${id}`)));
    for (const line of summary(run, since(begun), spaces, file)) progress.line(line);
    if (run.status !== 'completed') process.exitCode = 1;
    else if (asSite) progress.line(`  The site: ${await publishImport(api, organization, run, title)}`);
  },
};

/** The summary of an ended run: counts, problems, and the address of the result. */
export function summary(
  {
    status,
    progress: { pages, files },
    error,
    problems,
  }: Pick<ImportRun, 'status' | 'progress' | 'error' | 'problems'>,
  duration: string,
  spaces: readonly Pick<Space, 'title' | 'urls'>[],
  problemsFile?: string,
): string[] {
  const outcome =
    status === 'completed' ? '✓ Imported' : `✗ The import ${status === 'failed' ? 'failed' : 'was cancelled'} after`;
  return [
    `${outcome} ${pages.done} of ${pages.total} pages and ${files.done} of ${files.total} files in ${duration}`,
    ...(error ? [`  ${error}`] : []),
    ...problemLines(problems, problemsFile),
    ...spaces.map(({ title, urls }) => `  ${title}: ${urls.app}`),
  ];
}

function problemLines(problems: readonly ImportProblem[], file: string | undefined): string[] {
  const { length } = problems;
  const count = `  ${length} ${length === 1 ? 'problem' : 'problems'}`;
  if (file !== undefined) return [`${count}, written to ${file}`];
  if (length === 0) return [];
  return [
    count,
    ...problems.slice(0, LISTED).map((problem) => `    ${lineOf(problem)}`),
    ...(length > LISTED ? [`    and ${length - LISTED} more: --problems <file> writes all of them down`] : []),
  ];
}

const lineOf = (problem: ImportProblem): string => `${place(problem)}: ${problem.severity}: ${problem.message}`;

function sourceOf(argument: string): string {
  return isGitUrl(argument) ? argument : userPath(argument);
}

function place({ file, line }: ImportProblem): string {
  return line === undefined ? file : `${file}:${line}`;
}
