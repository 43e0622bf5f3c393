import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Variables } from '@bindery/contracts';
import { mayHoldConditions } from '../evaluation/evaluate-document';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';

type Holder = Pick<RevisionAccess, 'organizationId' | 'pages' | 'files' | 'reusableContents'>;
type Entry = readonly [id: string, entry: PageEntry | ReusableContentEntry];

/** Ids of files and reusable contents, copied one by one: a substring of a document would keep the whole text in memory. */
type Parts = ReadonlyMap<string, string>;

/** The parts that a page or a reusable content uses. */
export interface Use {
  cover: readonly string[];
  /** In its document as it is stored. */
  inDocument: readonly string[];
  /** The document with the variables of its page, if it may show parts under a condition. */
  conditional?: { hash: string; variables: Variables | undefined };
}

/** The pages and reusable contents of a revision that use its files and reusable contents, without those that use none. */
export interface Uses {
  parts: Parts;
  pages: ReadonlyMap<string, Use>;
  reusable: ReadonlyMap<string, Use>;
}

const batch = 200;
/** The maximum of cached ids, of all revisions. */
const keptIds = 500_000;

/** Caches the uses of the parts of a revision, for all readers. */
@Injectable()
export class PartUses {
  /** By organization and roots, which never change. Concurrent callers share one read. */
  private readonly known = new LRUCache<string, Uses, Holder>({
    maxSize: keptIds,
    sizeCalculation: ({ parts, pages, reusable }) =>
      [...pages.values(), ...reusable.values()].reduce(
        (size, { cover, inDocument }) => size + 1 + cover.length + inDocument.length,
        1 + parts.size,
      ),
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context }) => this.read(context),
  });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
  ) {}

  of(holder: Holder): Promise<Uses> {
    const { organizationId, pages, files, reusableContents } = holder;
    return this.known.forceFetch([organizationId, pages, files, reusableContents].join(' '), { context: holder });
  }

  private async read({ organizationId, pages, files, reusableContents }: Holder): Promise<Uses> {
    const reusable = await this.chunks.map<ReusableContentEntry>(organizationId).entries(reusableContents);
    const all = [...(await this.chunks.map(organizationId).entries(files)), ...reusable];
    const parts = new Map(all.map(([id]) => [id, id]));
    if (parts.size === 0) return { parts, pages: new Map(), reusable: new Map() };
    const entries = await this.chunks.map<PageEntry>(organizationId).entries(pages);
    return {
      parts,
      pages: await this.usesOf(organizationId, entries, parts),
      reusable: await this.usesOf(organizationId, reusable, parts),
    };
  }

  private async usesOf(organization: string, entries: readonly Entry[], parts: Parts): Promise<Map<string, Use>> {
    const uses = new Map<string, Use>();
    for (let at = 0; at < entries.length; at += batch) {
      const some = entries.slice(at, at + batch);
      const stored = await this.documents.findAll(
        organization,
        some.flatMap(([, entry]) => hashOf(entry) ?? []),
      );
      for (const [id, entry] of some) {
        const hash = hashOf(entry);
        const use = useOf(entry, hash, (hash && stored.get(hash)?.body) ?? '', parts);
        if (use.cover.length + use.inDocument.length > 0) uses.set(id, use);
      }
    }
    return uses;
  }
}

const hashOf = (entry: PageEntry | ReusableContentEntry): string | undefined =>
  'document' in entry ? entry.document : undefined;

function useOf(entry: Entry[1], hash: string | undefined, body: string, parts: Parts): Use {
  const cover = 'cover' in entry ? idsIn(JSON.stringify(entry.cover ?? null), parts) : [];
  const inDocument = idsIn(body, parts);
  if (!hash || inDocument.length === 0 || !mayHoldConditions(body)) return { cover, inDocument };
  return { cover, inDocument, conditional: { hash, variables: 'variables' in entry ? entry.variables : undefined } };
}

/** The parts whose ids are a complete string in a piece of JSON. */
export const idsIn = (json: string, parts: Parts): string[] => [
  ...new Set([...json.matchAll(/"([\w-]{1,100})"/g)].flatMap(([, id]) => parts.get(id!) ?? [])),
];
