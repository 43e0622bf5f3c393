import type { ImportProblem, ImportRun } from '@bindery/contracts';
import { Progress, since } from '../console/progress';
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
  summary: 'load documentation in Git Sync format as a new space',
  usage: '<folder|zip|git URL> --space "Docs" [--site]',
  help: [
    '<source>             a folder, a zip file or the URL of a git repository',
    '--space title        the title of the new space; several spaces of a docs.yaml get their own titles',
    '--site               publish what was imported as one site, arranged as its docs.yaml says',
    '--ref name           a branch or tag of a git repository (default: its default branch)',
    ORGANIZATION_HELP,
    ...CONNECTION_HELP,
  ],
  flags: ['site'],
  options: ['space', 'ref', ...CONNECTION_OPTIONS],
  arguments: [1, 1],
  async run(invocation) {
    const asSite = invocation.flags.has('site');
    const title = invocation.options.space;
    if (!title && !asSite) throw new UsageError('--space "Docs" is missing: the title of the new space');
    const api = await connection(invocation);
    const organization = await organizationOf(invocation, api);
    const progress = new Progress();
    const begun = performance.now();
    const { ref } = invocation.options;
    const request = {
      source: sourceOf(invocation.args[0]!),
      organization,
      ...(title && { title }),
      ...(ref && { ref }),
    };
    const run = await importSource(api, request, (text) => progress.step(`Importing: ${text}`));
    for (const line of summary(run, since(begun), api.baseUrl)) progress.line(line);
    if (run.status !== 'completed') process.exitCode = 1;
    else if (asSite) progress.line(`  The site: ${await publishImport(api, organization, run, title)}`);
  },
};

/** What an ended run is told as: counts, problems, and where the result is. */
export function summary(run: ImportRun, duration: string, baseUrl: string): string[] {
  const { pages, files } = run.progress;
  const outcome =
    run.status === 'completed'
      ? '✓ Imported'
      : `✗ The import ${run.status === 'failed' ? 'failed' : 'was cancelled'} after`;
  return [
    `${outcome} ${pages.done} of ${pages.total} pages and ${files.done} of ${files.total} files in ${duration}`,
    ...(run.error ? [`  ${run.error}`] : []),
    ...(run.problems.length > 0
      ? [`  ${run.problems.length} ${run.problems.length === 1 ? 'problem' : 'problems'}`]
      : []),
    ...run.problems.slice(0, LISTED).map((problem) => `    ${place(problem)}: ${problem.severity}: ${problem.message}`),
    ...(run.problems.length > LISTED ? [`    and ${run.problems.length - LISTED} more`] : []),
    ...run.spaces.map(({ id, title }) => `  ${title}: ${baseUrl}/v1/spaces/${id}/content`),
  ];
}

function sourceOf(argument: string): string {
  return isGitUrl(argument) ? argument : userPath(argument);
}

function place({ file, line }: ImportProblem): string {
  return line === undefined ? file : `${file}:${line}`;
}
