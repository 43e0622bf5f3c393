import { Injectable } from '@nestjs/common';
import { JobInputError } from '@bindery/jobs';
import { readGitbookYaml, resolvePath } from '@bindery/git-sync';
import type { FileSource } from './archive-source';
import { ReadingError } from './reading/reading-process';
import type { ReadingTask, Readings, RepositoryReading, SpaceReading } from './reading/reading-tasks';
import { ReadingProcesses } from './reading/reading-processes';
import { maxSettingsBytes, sourceText } from './source-files';

/** Spaces of one source. */
const maxSpaces = 100;

/** Reads what describes a source: its spaces and their tables of contents. */
@Injectable()
export class SourceReader {
  constructor(private readonly processes: ReadingProcesses) {}

  /** Throws `JobInputError` or `ArchiveError` when the source cannot be read. */
  async repository(files: FileSource): Promise<RepositoryReading> {
    const paths = files.paths();
    const texts = await this.texts(files, paths.includes('docs.yaml') ? ['docs.yaml'] : []);
    const reading = await this.run({ kind: 'repository', paths: Object.keys(texts), texts }, 'docs.yaml');
    if (reading.spaces.length > maxSpaces) throw new JobInputError(`docs.yaml names more than ${maxSpaces} spaces`);
    return reading;
  }

  /** Throws `JobInputError` or `ArchiveError` when the space cannot be read. */
  async space(files: FileSource, directory: string): Promise<SpaceReading> {
    const all = new Set(files.paths());
    const settingsFile = join(directory, '.gitbook.yaml');
    const settings = all.has(settingsFile) ? (await sourceText(files, settingsFile, maxSettingsBytes)).text : '';
    const { root, summary } = readGitbookYaml(settings).settings;
    const summaryFile = join(resolvePath(directory, root) ?? directory, summary);
    const texts = await this.texts(
      files,
      [settingsFile, summaryFile].filter((path) => all.has(path)),
    );
    const reading = await this.run(
      { kind: 'space', directory, paths: [...all], texts: withoutMarks(texts) },
      summaryFile,
    );
    // What is exported again is the file as it is, with its byte order mark.
    const sources = Object.keys(reading.sources).map((path) => [path, texts[join(directory, path)] ?? ''] as const);
    return { ...reading, sources: Object.fromEntries(sources) };
  }

  private async texts(files: FileSource, paths: string[]): Promise<Record<string, string>> {
    const texts = await Promise.all(paths.map(async (path) => [path, (await sourceText(files, path)).text] as const));
    return Object.fromEntries(texts);
  }

  private async run<T extends ReadingTask>(task: T, file: string): Promise<Readings[T['kind']]> {
    return this.processes.run(task).catch((error: unknown) => {
      throw error instanceof ReadingError ? new JobInputError(`${file} cannot be read: ${error.message}`) : error;
    });
  }
}

const join = (folder: string, path: string): string => (folder ? `${folder}/${path}` : path);

const withoutMarks = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text.replace(/^\uFEFF/, '')]));
