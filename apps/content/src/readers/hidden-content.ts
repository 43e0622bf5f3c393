import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DocumentRepository } from '../pages/document.repository';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../store/chunk.repository';
import { PageConditions } from './page-conditions';

export type ReadContent = Pick<RevisionAccess, 'organizationId' | 'pages' | 'files' | 'reusableContents' | 'claims'>;

/** What of a revision is not for its reader, by ids. */
export interface HiddenContent {
  pages: ReadonlySet<string>;
  /** Files and reusable contents that only hidden pages use. */
  parts: ReadonlySet<string>;
}

const nothing: HiddenContent = { pages: new Set(), parts: new Set() };
const batch = 200;

/** Finds what goes with pages that a reader may not see. What no page uses is everybody's who may read the space. */
@Injectable()
export class HiddenContentReader {
  private readonly known = new LRUCache<string, HiddenContent>({ max: 200 });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly conditions: PageConditions,
  ) {}

  async of(reading: ReadContent): Promise<HiddenContent> {
    const pages = await this.conditions.hiddenPages(reading);
    if (pages.size === 0) return nothing;
    const { organizationId, pages: root, files, reusableContents, claims } = reading;
    const key = [organizationId, root, files, reusableContents, JSON.stringify(claims)].join(' ');
    const known = this.known.get(key);
    if (known) return known;
    const hidden = { pages, parts: await this.partsOf(reading, pages) };
    this.known.set(key, hidden);
    return hidden;
  }

  private async partsOf(reading: ReadContent, hidden: ReadonlySet<string>): Promise<Set<string>> {
    const { organizationId, pages, files, reusableContents } = reading;
    const entries = await this.chunks.map<PageEntry>(organizationId).entries(pages);
    const reusable = new Map(await this.chunks.map<ReusableContentEntry>(organizationId).entries(reusableContents));
    const parts = new Set([
      ...(await this.chunks.map(organizationId).entries(files)).map(([id]) => id),
      ...reusable.keys(),
    ]);
    const used = async (some: readonly PageEntry[]): Promise<Set<string>> => {
      const found = new Set<string>();
      const covers = JSON.stringify(some.map((entry) => ('cover' in entry ? entry.cover : undefined)));
      let open = [...idsIn(covers, parts), ...(await this.idsOf(organizationId, some, parts))];
      while (open.length > 0) {
        const fresh = [...new Set(open)].filter((id) => !found.has(id));
        for (const id of fresh) found.add(id);
        open = await this.idsOf(
          organizationId,
          fresh.flatMap((id) => reusable.get(id) ?? []),
          parts,
        );
      }
      return found;
    };
    const withHidden = await used(entries.filter(([id]) => hidden.has(id)).map(([, entry]) => entry));
    if (withHidden.size === 0) return withHidden;
    const withShown = await used(entries.filter(([id]) => !hidden.has(id)).map(([, entry]) => entry));
    return new Set([...withHidden].filter((id) => !withShown.has(id)));
  }

  /** The parts that documents name. */
  private async idsOf(organization: string, holders: readonly object[], parts: ReadonlySet<string>): Promise<string[]> {
    const hashes = holders.flatMap((holder) =>
      'document' in holder ? ((holder.document as string | undefined) ?? []) : [],
    );
    const found: string[] = [];
    for (let at = 0; at < hashes.length; at += batch) {
      const stored = await this.documents.findAll(organization, hashes.slice(at, at + batch));
      for (const { body } of stored.values()) found.push(...idsIn(body, parts));
    }
    return found;
  }
}

/** Those of the ids that stand as a text of their own in a piece of JSON. */
function* idsIn(json: string, ids: ReadonlySet<string>): Generator<string> {
  for (const [, id] of json.matchAll(/"([\w-]{1,100})"/g)) if (ids.has(id!)) yield id!;
}
