import { Injectable } from '@nestjs/common';
import { anonymous, ifNotFound, variantSpaces, type RevisionPageMetaLinks } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { PageLocator } from './page-locator';
import { RevisionRepository, type RevisionAccess } from './revision.repository';

/** The maximum of variants that are read: a site has a handful of languages and versions. */
const maxVariants = 50;

/** Finds a page in the variants of the sites that show its space. */
@Injectable()
export class MetaLinks {
  constructor(
    private readonly locator: PageLocator,
    private readonly revisions: RevisionRepository,
    private readonly rpc: RpcClient,
  ) {}

  /** Translations and duplicates have the page under its id, other variants at its path. Throws 404 for an unknown page. */
  async of(revision: RevisionAccess, pageId: string): Promise<RevisionPageMetaLinks> {
    const { id, path } = await this.locator.byId(revision, pageId, { computed: true });
    const found = await this.rpc.callBatch(variantSpaces, [revision.space], anonymous);
    const spaces = found[revision.space]?.spaces.slice(0, maxVariants) ?? [];
    if (spaces.length === 0) return { alternates: [] };
    const variants = await this.revisions.currentOf(revision.reader, spaces);
    const pages = await Promise.all(
      variants.map(async (variant) => ({ space: variant.space, page: await this.sameIn(variant, id, path) })),
    );
    const order = new Map(spaces.map((space, index) => [space, index]));
    const alternates = pages
      .sort((a, b) => order.get(a.space)! - order.get(b.space)!)
      .flatMap(({ space, page }) => (page === undefined ? [] : [{ kind: 'page' as const, page, space }]));
    return { alternates };
  }

  private async sameIn(variant: RevisionAccess, id: string, path: string): Promise<string | undefined> {
    const byId = await this.locator.byId(variant, id, { computed: true }).catch(ifNotFound);
    return byId ? byId.id : (await this.locator.byPath(variant, path, { computed: true }).catch(ifNotFound))?.id;
  }
}
