import { Injectable } from '@nestjs/common';
import { openApiSpecPermissions } from '@bindery/authorization';
import { notFound, type Principal } from '@bindery/contracts';
import { roleIn } from '../catalog/spaces/space.policy';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';
import { OpenApiSpecRepository } from '../specifications/openapi-spec.repository';
import { ShownSpecifications } from './shown-specifications';

interface SpecPath {
  organizationId: string;
  specSlug: string;
}

/** Checks the access of callers to specifications. */
@Injectable()
export class OpenApiAccess {
  constructor(
    private readonly specs: OpenApiSpecRepository,
    private readonly shown: ShownSpecifications,
  ) {}

  /** A specification that the caller may see as a member. Throws 404. */
  async get(principal: Principal, path: SpecPath): Promise<OpenApiSpecEntity> {
    roleIn(principal, path.organizationId);
    const spec = await this.find(principal, path);
    if (!spec) throw notFound('OpenAPI specification');
    return spec;
  }

  async find(principal: Principal, { organizationId, specSlug }: SpecPath): Promise<OpenApiSpecEntity | undefined> {
    return this.views(principal, organizationId) ? this.specs.find(organizationId, specSlug) : undefined;
  }

  /** The specifications among these that the caller may see as a member, by their ids. */
  async visible(principal: Principal, ids: readonly string[]): Promise<OpenApiSpecEntity[]> {
    const specs = ids.length > 0 ? await this.specs.findAll(ids) : [];
    return specs.filter(({ organizationId }) => this.views(principal, organizationId));
  }

  /**
   * A specification whose content the caller may read: as a member, or because a space shows it to the caller.
   * Throws 404.
   */
  async getReadable(principal: Principal, path: SpecPath): Promise<OpenApiSpecEntity> {
    const spec = await this.specs.find(path.organizationId, path.specSlug);
    const isReadable =
      spec && (this.views(principal, path.organizationId) || (await this.shown.isShown(principal, spec)));
    if (!isReadable) throw notFound('OpenAPI specification');
    return spec;
  }

  private views(principal: Principal, organization: string): boolean {
    return openApiSpecPermissions(principal.organizations[organization]?.role ?? null).view;
  }
}
