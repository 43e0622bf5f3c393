import { Injectable } from '@nestjs/common';
import { JobInputError } from '@bindery/jobs';
import { readGitbookYaml, resolvePath } from '@bindery/git-sync';
import { WorkerError } from '@bindery/service/processes';
import type { KeptFile } from '../exports/settings-entries';
import type { FileSource } from './archive-source';
import type { Readings, RepositoryReading, RepositoryTask, SpaceReading, SpaceTask } from './reading/reading-tasks';
import { ReadingProcesses } from './reading/reading-processes';
import { maxSettingsBytes, sourceText } from './source-files';

/** Spaces of one source. */
const maxSpaces = 100;
/** The maximum of files of `.gitbook` that are kept although nothing reads them. */
const maxKept = 100;

type Text = Awaited<ReturnType<typeof sourceText>>;

export interface DescribedSpace extends Omit<SpaceReading, 'sources'> {
  /** The files that describe the space, by their path relative to its folder, for a byte-exact export. */
  sources: Record<string, KeptFile>;
}

/** Reads the description of a source: its spaces and their tables of contents. */
@Injectable()
export class SourceReader {
  constructor(private readonly processes: ReadingProcesses) {}

  /** Throws `JobInputError` or `ArchiveError` when the source cannot be read. */
  async repository(files: FileSource): Promise<RepositoryReading> {
    const paths = files.paths();
    const texts = textsOf(await this.read(files, paths.includes('docs.yaml') ? ['docs.yaml'] : []));
    const reading = await this.run({ kind: 'repository', paths: Object.keys(texts), texts });
    if (reading.spaces.length > maxSpaces) throw new JobInputError(`docs.yaml must name at most ${maxSpaces} spaces`);
    return reading;
  }

  /** Throws `JobInputError` or `ArchiveError` when the space cannot be read. */
  async space(files: FileSource, directory: string): Promise<DescribedSpace> {
    const all = new Set(files.paths());
    const settingsFile = join(directory, '.gitbook.yaml');
    const settings = all.has(settingsFile) ? (await sourceText(files, settingsFile, maxSettingsBytes)).text : '';
    const { root, summary } = readGitbookYaml(settings.replace(mark, '')).settings;
    const summaryFile = join(resolvePath(directory, root) ?? directory, summary);
    const described = [settingsFile, summaryFile].filter((path) => all.has(path));
    const sources = await this.read(files, described);
    const reading = await this.run({ kind: 'space', directory, paths: [...all], texts: textsOf(sources) });
    const kept = await keptFiles(files, join(reading.root, '.gitbook/'));
    const named = [...[...sources].map(([path, text]) => [path, keptText(text)] as const), ...kept];
    const relative = named.map(([path, file]) => [directory ? path.slice(directory.length + 1) : path, file]);
    return { ...reading, sources: Object.fromEntries(relative) as Record<string, KeptFile> };
  }

  private async read(files: FileSource, paths: string[]): Promise<Map<string, Text>> {
    return new Map(await Promise.all(paths.map(async (path) => [path, await sourceText(files, path)] as const)));
  }

  /** An error names the files that were read: only those that the source has. */
  private async run<T extends RepositoryTask | SpaceTask>(task: T): Promise<Readings[T['kind']]> {
    return this.processes.run(task).catch((error: unknown) => {
      if (!(error instanceof WorkerError)) throw error;
      const files = Object.keys(task.texts).join(' with ') || 'The list of its files';
      throw new JobInputError(`${files} cannot be read: ${error.message}`);
    });
  }
}

const join = (folder: string, path: string): string => (folder ? `${folder}/${path}` : path);

const mark = /^\uFEFF/;

const textsOf = (sources: ReadonlyMap<string, Text>): Record<string, string> =>
  Object.fromEntries([...sources].map(([path, { text }]) => [path, text.replace(mark, '')]));

/** The export returns the file as it was, with its byte order mark, or in its own encoding. */
const keptText = ({ text, encoding, bytes }: Text): KeptFile =>
  encoding === undefined ? text : { base64: bytes.toString('base64'), text };

/** Files beside assets and includes, such as `tags.yaml`, which the space does not show and its export returns. */
async function keptFiles(files: FileSource, folder: string): Promise<[string, KeptFile][]> {
  const paths = files
    .paths()
    .filter((path) => path.startsWith(folder) && !/^(assets|includes)\//.test(path.slice(folder.length)));
  const kept: [string, KeptFile][] = [];
  for (const path of paths.slice(0, maxKept)) {
    const bytes = await files.read(path);
    if (bytes.length <= maxSettingsBytes) kept.push([path, { base64: bytes.toString('base64') }]);
  }
  return kept;
}
