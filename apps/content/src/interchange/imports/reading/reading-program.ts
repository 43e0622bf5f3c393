import { readRepository, readSpaceTree, type FileSource } from '@bindery/git-sync';
import { serveTasks } from '@bindery/service/processes';
import { readPage } from './read-page';
import type { KnownPaths } from '../../../model/pages/file-paths';
import type { ReadingTask, Readings } from './reading-tasks';

const nothingKnown: KnownPaths = {
  pages: new Map(),
  reusableContents: new Map(),
  unlisted: new Map(),
  files: new Map(),
};

/** The program of a worker: runs reading tasks. */
serveTasks<ReadingTask, KnownPaths | undefined>((task, { shared }) => read(task, shared ?? nothingKnown));

async function read(task: ReadingTask, known: KnownPaths): Promise<Readings[ReadingTask['kind']]> {
  switch (task.kind) {
    case 'repository':
      return readRepository(sourceOf(task));
    case 'space':
      return readSpaceTree(sourceOf(task), task.directory);
    case 'page':
      return readPage(task, known);
  }
}

function sourceOf({ paths, texts }: { paths: string[]; texts: Record<string, string> }): FileSource {
  const text = (path: string) => texts[path] ?? '';
  return {
    paths: () => paths,
    text: (path) => Promise.resolve(text(path)),
    read: (path) => Promise.resolve(Buffer.from(text(path))),
  };
}
