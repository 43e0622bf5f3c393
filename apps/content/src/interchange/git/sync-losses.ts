import { Injectable } from '@nestjs/common';
import { plainText, walk, type Document } from '@bindery/documents';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import { sourceOf } from '../../model/pages/page-source';
import { ChunkRepository } from '../../storage/store/chunk.repository';

/** Pages that a content has lost compared to the one before. */
export interface SyncLosses {
  deleted: number;
  /** Pages whose text is gone, or whose files cannot be read. */
  emptied: number;
  /** All pages with a document before. */
  pages: number;
}

/** Documents that one statement reads. */
const atOnce = 200;

/** Counts the pages that a synchronisation would remove or empty. Reads the differences, and counts the rest. */
@Injectable()
export class SyncLossCounter {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
  ) {}

  async count(organization: string, before: string, after: string): Promise<SyncLosses> {
    const map = this.chunks.map<PageEntry>(organization);
    const pages = (await map.entries(before)).filter(([, { type }]) => type === 'document').length;
    const differing = (await map.diff(before, after)).filter((one) => one.before?.type === 'document');
    const deleted = differing.filter(({ after: entry }) => entry?.type !== 'document').length;
    const rewritten = differing.flatMap(({ before: old, after: entry }) =>
      old?.type === 'document' && entry?.type === 'document' && old.document !== entry.document ? [{ old, entry }] : [],
    );
    const emptied = await this.emptied(organization, rewritten);
    return { deleted, emptied, pages };
  }

  private async emptied(
    organization: string,
    pages: readonly { old: DocumentPageEntry; entry: DocumentPageEntry }[],
  ): Promise<number> {
    let count = 0;
    for (let at = 0; at < pages.length; at += atOnce) {
      const some = pages.slice(at, at + atOnce);
      const hashes = some.flatMap(({ old, entry }) =>
        [old.document, entry.document].filter((hash) => hash !== undefined),
      );
      const found = await this.documents.findAll(organization, hashes);
      const isEmpty = ({ document }: DocumentPageEntry) => !saysSomething(found.get(document ?? '')?.body);
      const isUnreadable = (entry: DocumentPageEntry) => sourceOf(entry)?.unreadable !== undefined;
      count += some.filter(
        ({ old, entry }) => !isUnreadable(old) && !isEmpty(old) && (isUnreadable(entry) || isEmpty(entry)),
      ).length;
    }
    return count;
  }
}

/** Whether a document, as JSON, holds more than empty paragraphs. */
function saysSomething(body: string | undefined): boolean {
  if (body === undefined) return false;
  const document = JSON.parse(body) as Document;
  if (document.nodes.some(({ type }) => type !== 'paragraph')) return true;
  return plainText(document).trim() !== '' || walk(document).some(({ object }) => object === 'inline');
}

/** Whether the losses need confirmation: more than a fifth of the pages, and more than a single one. */
export const isMuch = ({ deleted, emptied, pages }: SyncLosses): boolean =>
  deleted + emptied > 1 && (deleted + emptied) * 5 > pages;

/** Such as `delete 3 and empty 2 of 12 pages`. */
export function describeLosses({ deleted, emptied, pages }: SyncLosses): string {
  const parts = [deleted > 0 ? `delete ${deleted}` : '', emptied > 0 ? `empty ${emptied}` : ''];
  return `${parts.filter(Boolean).join(' and ')} of ${pages} pages`;
}
