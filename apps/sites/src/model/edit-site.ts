import { Injectable } from '@nestjs/common';
import { sitePermissions, type SitePermissions } from '@bindery/authorization';
import { notFound, requires, type NewEvent, type Principal } from '@bindery/contracts';
import { Mutations, Outbox, withVersion } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { defaultChanges } from './repair-defaults';
import type { Structure } from './structure';
import { StructureRepository } from './structure.repository';
import type { SiteEntity } from './site.entity';
import { siteUpdated, type SiteRow } from './site.events';
import { SiteRepository, type SiteAccess } from './site.repository';

/** A request for a site, with its caller. */
export interface SiteRequest {
  params: { organizationId: string; siteId: string };
  principal: Principal;
}

/** The state of a site before an edit. */
export interface EditedSite {
  site: SiteEntity;
  structure: Structure;
}

interface Edit<T> {
  needs: keyof SitePermissions;
  /** Makes the changes; its result is passed to `present`. */
  work: (edited: EditedSite) => Promise<T>;
  event?: (site: SiteRow) => NewEvent;
}

/** Presents the site after the edit, with the result of the work. */
export type PresentEdited<T, A> = (access: SiteAccess, structure: Structure, result: T) => A | Promise<A>;

/**
 * The one way to change a site: a site and its structure are one aggregate with one lock and one version. After the work
 * the defaults of the structure are repaired.
 */
@Injectable()
export class EditSite {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
  ) {}

  /** Returns the result of `present` for the changed site. Throws 404 and 403. */
  async run<T, A extends object>(request: SiteRequest, edit: Edit<T>, present: PresentEdited<T, A>): Promise<A> {
    return this.db.transaction(async () => {
      const access = await this.locked(request);
      if (!access) throw notFound('Site');
      requires(sitePermissions(access.level)[edit.needs]);
      return this.mutations.run(targetOf(access.site), async () => {
        const result = await this.apply(access.site, edit);
        const changed = (await this.sites.find(request.principal, access.site.organizationId, access.site.id))!;
        const answer = await present(changed, await this.structures.load(access.site.id), result);
        return withVersion(answer, changed.site.version);
      });
    });
  }

  /** Removes a part of a site; does nothing when the site or the part does not exist. Throws 403. */
  async remove(
    request: SiteRequest,
    { needs, has, work }: Edit<void> & { has: (edited: EditedSite) => boolean | Promise<boolean> },
  ): Promise<void> {
    await this.db.transaction(async () => {
      const access = await this.locked(request);
      if (!access) return;
      requires(sitePermissions(access.level)[needs]);
      const structure = await this.structures.load(access.site.id);
      if (!(await has({ site: access.site, structure }))) return;
      await this.mutations.run(targetOf(access.site), () => this.apply(access.site, { needs, work }));
    });
  }

  /** Repairs the defaults of a site's structure. */
  async repair(site: string): Promise<void> {
    for (const { table, id, isDefault } of defaultChanges(await this.structures.load(site)))
      await this.structures.update(table, id, { isDefault });
  }

  private async locked({ principal, params }: SiteRequest): Promise<SiteAccess | undefined> {
    const access = await this.sites.lock(principal, params.organizationId, params.siteId);
    return access?.level ? access : undefined;
  }

  private async apply<T>(site: SiteEntity, { work, event = siteUpdated }: Edit<T>): Promise<T> {
    const { id, organizationId } = site;
    const result = await work({ site, structure: await this.structures.load(id) });
    await this.repair(id);
    const version = await this.sites.touch(id);
    await this.outbox.add(event({ id, organizationId, version }));
    return result;
  }
}

export const targetOf = ({ organizationId, id, version }: SiteEntity) => ({
  organization: organizationId,
  target: { type: 'site', id },
  version,
});
