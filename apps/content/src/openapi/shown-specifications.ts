import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { referencesOf, type Document } from '@bindery/documents';
import { evaluatedFor } from '../revisions/evaluation/evaluated-for';
import { DocumentRepository } from '../model/pages/document.repository';
import type { PageEntry } from '../model/pages/page-entry';
import { HiddenContentReader } from '../revisions/visitor-content/hidden-content';
import { RevisionRepository, type RevisionAccess } from '../revisions/revisions/revision.repository';
import { ChunkRepository } from '../storage/store/chunk.repository';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';
import { OpenApiSpecRepository, type PlaceOfSpec } from '../specifications/openapi-spec.repository';

/** Decides whether the spaces of an organization show its specifications to a reader. */
@Injectable()
export class ShownSpecifications {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly revisions: RevisionRepository,
    private readonly hidden: HiddenContentReader,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
  ) {}

  /** Whether a space shows the specification to the caller, on a page and in a block that the caller sees. */
  async isShown(principal: Principal, spec: OpenApiSpecEntity): Promise<boolean> {
    const places = await this.specs.placesOf(principal, spec);
    const spaces = [...new Set(places.map(({ space }) => space))];
    if (spaces.length === 0) return false;
    for (const revision of await this.revisions.currentOf(principal, spaces))
      for (const place of places)
        if (place.space === revision.space && (await this.shows(revision, place, spec))) return true;
    return false;
  }

  private async shows(revision: RevisionAccess, { id, document }: PlaceOfSpec, spec: OpenApiSpecEntity) {
    if (revision.claims === undefined) return true;
    const { pages, parts } = await this.hidden.of(revision);
    if (pages.has(id) || parts.has(id)) return false;
    // The source of a computed page is in no block.
    if (document === null) return true;
    const { organizationId } = revision;
    const stored = await this.documents.find(organizationId, document);
    if (!stored) return false;
    const entry = (await this.chunks.map<PageEntry>(organizationId).get(revision.pages, [id])).get(id);
    const page = entry?.type === 'document' ? entry.variables : undefined;
    const { body } = evaluatedFor(revision, stored, { page });
    return referencesOf(JSON.parse(body) as Document).some(
      ({ ref }) => ref.kind === 'openapi' && [spec.id, spec.slug].includes(ref.spec),
    );
  }
}
