import { Injectable } from '@nestjs/common';
import type { TreeNode } from '@bindery/git-sync';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { PageEntry } from '../../model/pages/page-entry';
import { pageMarkdown } from '../../model/pages/page-markdown';
import { ArchiveError, type FileSource } from './archive-source';
import { UndecodableError } from './decode-source';
import { blobId } from './git-blob';
import { withRenames, type PreviousEntry, type PreviousContent } from './previous-content';
import { renamedFiles, type OneSidedFile } from './renamed-files';
import type { DescribedSpace } from './source-reader';
import { textOf } from './source-files';

/** The maximum of files of each side that are compared. */
const most = 2_000;

interface RenameSources {
  organization: string;
  files: FileSource;
  previous: PreviousContent;
}

/** Finds renamed files of a source, as Git does, so that their pages keep their ids. */
@Injectable()
export class FollowRenames {
  constructor(private readonly documents: DocumentRepository) {}

  /** The previous files under their present names. Reads only new files, and only where others are gone. */
  async follow(
    { organization, files, previous }: RenameSources,
    space: DescribedSpace,
    place: (path: string) => string,
  ): Promise<PreviousContent> {
    const paths = files.paths();
    const there = new Set(paths.map(place));
    const isGone = (path: string) => !there.has(path);
    const pages = await this.pages(
      organization,
      [...previous.pages].filter(([path, { entry }]) => entry.git && isGone(path)),
    );
    const others = [...previous.files, ...previous.reusableContents].flatMap(([path, { entry }]): OneSidedFile[] =>
      entry.git && isGone(path) && !previous.pages.has(path) ? [{ path, oid: entry.git.oid }] : [],
    );
    if (pages.length + others.length === 0) return previous;
    const isNew = (path: string) => !previous.pages.has(place(path));
    const newPages = [...pageFiles(space.tree), ...space.unlisted].filter(isNew);
    const endings = new Set(others.map(({ path }) => endingOf(path)));
    const isOther = (path: string) => isNew(path) && endings.has(endingOf(path)) && !previous.files.has(place(path));
    const known = new Set(newPages);
    const newOthers = paths.filter((path) => !known.has(path) && isOther(path));
    return withRenames(
      previous,
      new Map([
        ...renamedFiles(pages, await read(files, newPages, place, true)),
        ...renamedFiles(others, await read(files, newOthers, place, false)),
      ]),
    );
  }

  private async pages(
    organization: string,
    gone: readonly [string, PreviousEntry<PageEntry>][],
  ): Promise<OneSidedFile[]> {
    const some = gone.slice(0, most);
    const hashes = some.flatMap(([, { entry }]) => ('document' in entry && entry.document ? [entry.document] : []));
    const stored = await this.documents.findAll(organization, hashes);
    return some.flatMap(([path, { entry }]) => {
      if (entry.type !== 'document' || !entry.git) return [];
      const document = stored.get(entry.document ?? '');
      return [{ path, oid: entry.git.oid, text: document ? pageMarkdown(entry, document) : '' }];
    });
  }
}

async function read(
  files: FileSource,
  paths: readonly string[],
  place: (path: string) => string,
  withText: boolean,
): Promise<OneSidedFile[]> {
  const found: OneSidedFile[] = [];
  for (const path of paths.slice(0, most)) {
    try {
      const bytes = await files.read(path);
      found.push({ path: place(path), oid: blobId(bytes), ...(withText && { text: readable(bytes) }) });
    } catch (error) {
      // A problem with a file is reported when it is read as its own kind.
      if (!(error instanceof ArchiveError)) throw error;
    }
  }
  return found;
}

function readable(bytes: Buffer): string {
  try {
    return textOf(bytes).text;
  } catch (error) {
    if (error instanceof UndecodableError) return '';
    throw error;
  }
}

const pageFiles = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => [
    ...(node.type === 'page' ? [node.file] : []),
    ...('children' in node ? pageFiles(node.children) : []),
  ]);

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();
