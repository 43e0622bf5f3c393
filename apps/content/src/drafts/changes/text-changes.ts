import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BlockChange } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { DocumentRepository, type StoredDocument } from '../../model/pages/document.repository';
import { blockChanges } from './block-changes';

/** The documents of a page or reusable content, by hash; absent where there was or is none. */
export interface DocumentChange {
  before?: string;
  after?: string;
}

/** The blocks in which the versions of a document differ. */
interface TextChanges {
  blocks: BlockChange[];
  moreBlocks?: number;
}

/** The maximum of documents whose blocks one answer shows, and of characters of JSON that it reads. */
const mostDocuments = 50;
const mostCharacters = 4_000_000;
/** The maximum of blocks that are shown of one document. */
const mostBlocks = 500;

/** Presents changes of documents as text. Beyond the limits a change has no text; a client requests it by its page. */
@Injectable()
export class TextChangeReader {
  constructor(private readonly documents: DocumentRepository) {}

  /** In the order of `changes`; undefined beyond the limits. Reads the documents with one statement. */
  async read(organization: string, changes: readonly DocumentChange[]): Promise<(TextChanges | undefined)[]> {
    const some = changes.slice(0, mostDocuments);
    const hashes = some.flatMap(({ before, after }) => [before, after].filter((hash) => hash !== undefined));
    const found = await this.documents.findSome(organization, [...new Set(hashes)]);
    const presented: TextChanges[] = [];
    let characters = 0;
    for (const { before, after } of some) {
      const versions = [before, after].map((hash) => (hash === undefined ? undefined : found.get(hash)));
      characters += versions.reduce((sum, one) => sum + (one?.body.length ?? 0), 0);
      // A document that exceeds the limit alone is shown when it is the first.
      if (characters > mostCharacters && presented.length > 0) break;
      presented.push(changesOf(versions[0], versions[1]));
      await nextTurn();
    }
    return changes.map((_, index) => presented[index]);
  }
}

function changesOf(before: StoredDocument | undefined, after: StoredDocument | undefined): TextChanges {
  const [old, now] = [before, after].map((stored) => stored && (JSON.parse(stored.body) as Document));
  const all = blockChanges(old, now);
  const more = all.length - mostBlocks;
  return { blocks: all.slice(0, mostBlocks), ...(more > 0 && { moreBlocks: more }) };
}
