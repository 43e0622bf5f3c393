import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { forbidden } from '@bindery/contracts';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ConditionalDocuments } from './conditional-documents';
import { PageConditions } from './page-conditions';
import { idsIn, PartUses, type Use, type Uses } from './part-uses';

type ReadContent = Pick<
  RevisionAccess,
  'organizationId' | 'pages' | 'files' | 'reusableContents' | 'variables' | 'claims'
>;

/** The ids of a revision's content that its reader may not see. */
export interface HiddenContent {
  pages: ReadonlySet<string>;
  /** Files and reusable contents that are only used by hidden pages, or by blocks whose conditions the reader does not meet. */
  parts: ReadonlySet<string>;
}

/** The limit of cached results: 200,000 ids, with the length of each key counted in ids. */
export const kept = {
  maxSize: 200_000,
  sizeCalculation: ({ pages, parts }: HiddenContent, key: string): number =>
    1 + pages.size + parts.size + Math.ceil(key.length / 20),
};

const nothing: HiddenContent = { pages: new Set(), parts: new Set() };
const batch = 200;

/** Finds the parts of pages and blocks that a reader may not see. Parts that no page uses are open to all readers of the space. */
@Injectable()
export class HiddenContentReader {
  private readonly known = new LRUCache<string, HiddenContent>(kept);

  constructor(
    private readonly documents: DocumentRepository,
    private readonly conditions: PageConditions,
    private readonly conditional: ConditionalDocuments,
    private readonly uses: PartUses,
  ) {}

  async of(reading: ReadContent): Promise<HiddenContent> {
    const pages = await this.conditions.hiddenPages(reading);
    if (pages.size === 0 && !(await this.holdsConditions(reading))) return nothing;
    const { organizationId, pages: root, files, reusableContents, variables, claims } = reading;
    const key = [organizationId, root, files, reusableContents, JSON.stringify([variables, claims])].join(' ');
    const known = this.known.get(key);
    if (known) return known;
    const hidden = { pages, parts: await this.partsOf(reading, pages) };
    this.known.set(key, hidden);
    return hidden;
  }

  /** For answers that need the whole revision. Throws 403 for a reader from whom a page, or a part of one, may be hidden. */
  async requireWhole(reading: ReadContent): Promise<void> {
    if (!(await this.isWhole(reading)))
      throw forbidden('Some content of this space is hidden from you, so this is not allowed');
  }

  /** Whether the reader may see every page, and every part of each. */
  async isWhole(reading: ReadContent): Promise<boolean> {
    return (await this.conditions.hiddenPages(reading)).size === 0 && !(await this.holdsConditions(reading));
  }

  private async holdsConditions(reading: ReadContent): Promise<boolean> {
    return reading.claims !== undefined && this.conditional.areIn(reading);
  }

  private async partsOf(reading: ReadContent, hidden: ReadonlySet<string>): Promise<Set<string>> {
    const uses = await this.uses.of(reading);
    const all = reachedFrom(uses.pages.values(), uses, ({ inDocument }) => inDocument);
    if (all.size === 0) return all;
    const pages = [...uses.pages].filter(([id]) => !hidden.has(id)).map(([, use]) => use);
    const evaluated = await this.evaluated(reading, [...pages, ...uses.reusable.values()], uses);
    const shown = reachedFrom(pages, uses, (use) => evaluated.get(use) ?? use.inDocument);
    return new Set([...all].filter((id) => !shown.has(id)));
  }

  /** The parts that conditional documents use in their content for the reader; documents without conditions are not read. */
  private async evaluated(
    reading: ReadContent,
    some: readonly Use[],
    { parts }: Uses,
  ): Promise<Map<Use, readonly string[]>> {
    const conditional = some.flatMap((use) => (use.conditional ? [{ use, ...use.conditional }] : []));
    const found = new Map<Use, readonly string[]>();
    for (let at = 0; at < conditional.length; at += batch) {
      const uses = conditional.slice(at, at + batch);
      const stored = await this.documents.findSome(
        reading.organizationId,
        uses.map(({ hash }) => hash),
      );
      for (const { use, hash, variables } of uses) {
        const one = stored.get(hash);
        if (one) found.set(use, idsIn(evaluatedFor(reading, one, { page: variables }).body, parts));
      }
    }
    return found;
  }
}

/** The parts that are used, through the reusable contents that use them. */
function reachedFrom(start: Iterable<Use>, { reusable }: Uses, inDocument: (use: Use) => readonly string[]) {
  const reached = new Set<string>();
  const open = [...start];
  for (let use = open.pop(); use; use = open.pop())
    for (const id of [...use.cover, ...inDocument(use)]) {
      if (reached.has(id)) continue;
      reached.add(id);
      const inside = reusable.get(id);
      if (inside) open.push(inside);
    }
  return reached;
}

/** The cache key of hidden content: empty for none, and a digest otherwise. */
export function nameOfHidden({ pages, parts }: HiddenContent): string {
  if (pages.size + parts.size === 0) return '';
  return createHash('sha256')
    .update(JSON.stringify([[...pages], [...parts]]))
    .digest('base64url');
}
