import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { meetsCondition } from '@bindery/expressions';
import { childrenOf } from '../../model/pages/page-children';
import type { PageEntry } from '../../model/pages/page-entry';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';

export type Reading = Pick<RevisionAccess, 'organizationId' | 'pages' | 'claims'>;

type Entry = readonly [id: string, entry: PageEntry];

/** The conditions of a tree of pages. */
interface Conditions {
  byPage: Map<string, string>;
  children: Map<string, Entry[]>;
  /** The number of pages in `children`. */
  size: number;
}

/** The maximum of cached pages, of all trees. */
const keptPages = 400_000;

const none: ReadonlySet<string> = new Set();

/** Finds the pages that readers of a published space see: their conditions, and those of their parents, must be true. */
@Injectable()
export class PageConditions {
  private readonly known = new LRUCache<string, Conditions>({
    maxSize: keptPages,
    sizeCalculation: ({ size }) => 10 + size,
  });

  constructor(private readonly chunks: ChunkRepository) {}

  /** Whether the condition of one page is true for the reader; its parents have conditions of their own. */
  sees({ claims }: Pick<Reading, 'claims'>, { condition }: Pick<PageEntry, 'condition'>): boolean {
    return claims === undefined || meetsCondition(condition, claims);
  }

  /** The pages that are hidden from the reader, with all pages below them. */
  async hiddenPages(reading: Reading): Promise<ReadonlySet<string>> {
    const { claims } = reading;
    if (claims === undefined) return none;
    const { byPage, children } = await this.conditionsOf(reading);
    const open = [...byPage].filter(([, condition]) => !meetsCondition(condition, claims)).map(([id]) => id);
    if (open.length === 0) return none;
    const hidden = new Set(open);
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const [child] of children.get(id) ?? []) {
        if (!hidden.has(child)) open.push(child);
        hidden.add(child);
      }
    return hidden;
  }

  private async conditionsOf({ organizationId, pages }: Reading): Promise<Conditions> {
    const key = `${organizationId} ${pages}`;
    const known = this.known.get(key);
    if (known) return known;
    const entries = await this.chunks.map<PageEntry>(organizationId).entries(pages);
    const byPage = new Map(entries.flatMap(([id, { condition }]) => (condition ? [[id, condition] as const] : [])));
    const below = byPage.size > 0 ? entries : [];
    const conditions = { byPage, children: childrenOf(below), size: below.length };
    this.known.set(key, conditions);
    return conditions;
  }
}
