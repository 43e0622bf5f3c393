import { Injectable } from '@nestjs/common';
import { ApiError, organizations, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';

/** Finds organizations by id or subdomain. */
@Injectable()
export class FindOrganization {
  constructor(private readonly rpc: RpcClient) {}

  /** The caller's organization of that id or subdomain. Throws 404, naming `body.organization`, when there is none. */
  async named(principal: Principal, name: string): Promise<string> {
    if (principal.organizations[name]) return name;
    const found = await this.rpc
      .call(organizations.getSubdomain, { principal, params: { subdomain: name.toLowerCase() } })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 404) return undefined;
        throw error;
      });
    const id = found?.target.organization;
    if (!id || !principal.organizations[id]) {
      const field = 'body.organization';
      throw new ApiError(404, 'Organization not found', [
        { field, message: 'organization must be one of your organizations' },
      ]);
    }
    return id;
  }
}
