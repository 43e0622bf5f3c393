import { Injectable } from '@nestjs/common';
import { ApiError, redirectSource, type Principal } from '@bindery/contracts';
import { pathTo } from '../redirects/destination';
import { PagePaths } from '../redirects/page-paths';
import { RedirectRepository } from '../redirects/redirect.repository';
import type { SiteEntity } from '../model/site.entity';
import type { Structure } from '../model/structure';

/** Finds redirects for addresses that have no page any more. */
@Injectable()
export class SiteRedirects {
  constructor(
    private readonly redirects: RedirectRepository,
    private readonly pages: PagePaths,
  ) {}

  /** Undefined where there is no redirect, or where the reader may not see its target. */
  async targetOf(
    site: SiteEntity,
    structure: Structure,
    path: readonly string[],
    reader: Principal,
    base: string,
  ): Promise<string | undefined> {
    const redirect = await this.redirects.findBySource(site.id, redirectSource(path));
    if (!redirect) return undefined;
    const { destination } = redirect;
    if (destination.kind === 'url') return destination.url;
    try {
      const below = base + pathTo(structure, destination);
      if (destination.kind !== 'site-page') return below;
      const { spaceId } = structure.siteSpace(destination.siteSpaceId);
      const page = await this.pages.find(reader, spaceId, destination.pageId);
      return below + page.split('/').map(encodeURIComponent).join('/');
    } catch (error) {
      if (ApiError.from(error).code === 404) return undefined;
      throw error;
    }
  }
}
