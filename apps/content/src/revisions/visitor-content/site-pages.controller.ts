import { Controller } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  sitePages as contract,
  type Principal,
  type RequestOf,
  type ShownDocument,
  type SitePageContent,
  type SpaceOutlines,
} from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { ComputedPages } from '../computed/computed-pages';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { OpenApiSpecRepository } from '../../specifications/openapi-spec.repository';
import { RevisionRepository } from '../revisions/revision.repository';
import { SpaceRepository, type SpaceAccess } from '../../catalog/spaces/space.repository';
import { Outlines } from './outlines';
import { SitePageReader } from './site-page-reader';

/** The content that the sites service needs to show spaces. */
@Controller()
export class SitePagesController {
  /** Whether a revision, which never changes, shows content computed from other sources than specifications. */
  private readonly asksOthers = new LRUCache<string, boolean>({ max: 10_000 });

  constructor(
    private readonly spaces: SpaceRepository,
    private readonly specs: OpenApiSpecRepository,
    private readonly revisions: RevisionRepository,
    private readonly outlines: Outlines,
    private readonly pages: SitePageReader,
    private readonly computed: ComputedPages,
  ) {}

  @Handles(contract.getSpaceStates)
  async states({ body, principal }: RequestOf<typeof contract.getSpaceStates>) {
    const found = await this.spaces.visible(principal, body.spaces);
    const specifications = await this.specs.fingerprints([...new Set(found.map(({ space }) => space.organizationId))]);
    const computed = await this.computedIn(principal, found);
    return {
      spaces: found.map(({ space: { id, title, language, organizationId }, revision }) => ({
        id,
        title,
        ...(language && { language }),
        revision,
        specifications: (specifications.get(organizationId) ?? '') + (computed.get(id) ?? ''),
      })),
    };
  }

  /** A fingerprint of the content that integrations and translations compute in the spaces, by the ids of spaces that have some. */
  private async computedIn(principal: Principal, found: readonly SpaceAccess[]): Promise<Map<string, string>> {
    const asked = found.filter(({ revision }) => this.asksOthers.get(revision) !== false);
    if (asked.length === 0) return new Map();
    const revisions = await this.revisions.currentOf(
      principal,
      asked.map(({ space }) => space.id),
    );
    const fingerprints = await Promise.all(
      revisions.map(async (revision) => {
        const fingerprint = await this.computed.fingerprintOf(revision);
        this.asksOthers.set(revision.id, fingerprint !== undefined);
        return [revision.space, fingerprint ?? ''] as const;
      }),
    );
    return new Map(fingerprints);
  }

  @Handles(contract.getSpaceOutlines)
  async allOutlines({ body, principal }: RequestOf<typeof contract.getSpaceOutlines>) {
    const revisions = await this.revisions.currentOf(principal, body.spaces);
    const parts = await Promise.all(
      revisions.map(async (revision) => {
        const { json } = await this.outlines.of(revision);
        return `{"id":${JSON.stringify(revision.space)},"pages":${json}}`;
      }),
    );
    return rawAnswer<SpaceOutlines>(Buffer.from(`{"spaces":[${parts.join(',')}]}`));
  }

  @Handles(contract.readSitePage)
  async page({ body, principal }: RequestOf<typeof contract.readSitePage>) {
    const others = body.spaces.filter((id) => id !== body.space);
    const revisions = await this.revisions.currentOf(principal, [body.space, ...others]);
    return rawAnswer<SitePageContent>(await this.pages.read(revisions, body));
  }

  @Handles(contract.showDocument)
  async document({ body, principal }: RequestOf<typeof contract.showDocument>) {
    const revision = await this.revisions.current(principal, body.space);
    const shown = evaluatedFor(revision, { body: JSON.stringify(body.document), markdown: null }, {});
    return rawAnswer<ShownDocument>(Buffer.from(`{"document":${shown.body}}`));
  }
}
