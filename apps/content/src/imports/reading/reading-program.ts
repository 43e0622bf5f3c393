import { readRepository, readSpaceTree, type FileSource } from '@bindery/git-sync';
import { readPage } from './read-page';
import type { KnownPaths, ReadingTask, Readings, ProcessAnswer, ProcessRequest } from './reading-tasks';

/** The program of a process: reads what it is sent, one task after the other. */
let known: KnownPaths = { pages: new Map(), reusableContents: new Map(), files: new Map() };

async function read(task: ReadingTask): Promise<Readings[ReadingTask['kind']]> {
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

/** A signal to all processes of a group ends the service, which first ends what it reads: a page must not end empty. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const answer = (message: ProcessAnswer) => process.send!(message);

process.on('message', (request: ProcessRequest) => {
  if ('known' in request) {
    known = request.known;
    return;
  }
  read(request.task).then(
    (reading) => answer({ reading }),
    (error: Error) => answer({ failure: error.message }),
  );
});
