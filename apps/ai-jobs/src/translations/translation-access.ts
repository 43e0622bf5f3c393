import { Injectable } from '@nestjs/common';
import { translationPermissions, type Level } from '@bindery/authorization';
import {
  notFound,
  siteSpaceCalls,
  spacesWithOwnAccess,
  type Principal,
  type TranslationPermissions,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { roleIn } from '../organization-access';
import type { TranslationFilter } from './translation.repository';

/** The role and the level of a caller on the source of a translation. */
export interface TranslationAccess {
  role: Level;
  level: Level;
}

/** The access to translations: users see those of sources that they see, and administrators also those of deleted sources. */
@Injectable()
export class TranslationsAccess {
  constructor(private readonly rpc: RpcClient) {}

  async filter(principal: Principal, organization: string): Promise<TranslationFilter> {
    if (roleIn(principal, organization) === 'admin') return { organization, sources: null };
    const { spaces } = await this.rpc.call(spacesWithOwnAccess.listWorkSpaces, { principal, body: { organization } });
    return { organization, sources: spaces };
  }

  /** By source space; spaces that the caller does not see are left out. One message, however many they are. */
  async of(principal: Principal, organization: string, sources: string[]): Promise<Map<string, TranslationAccess>> {
    const role = roleIn(principal, organization);
    const spaces = [...new Set(sources)];
    if (role === 'admin') return new Map(spaces.map((space) => [space, { role, level: role }]));
    return this.seen(principal, organization, spaces);
  }

  /** Throws 404 with `what` where the caller does not see the source. */
  async at(
    principal: Principal,
    organization: string,
    source: string,
    what: string,
  ): Promise<TranslationAccess & { permissions: TranslationPermissions }> {
    return visible((await this.of(principal, organization, [source])).get(source), what);
  }

  /** For a translation that is to be: throws 404 also where the source is no space of the organization, or deleted. */
  async ofNew(principal: Principal, organization: string, source: string) {
    return visible((await this.seen(principal, organization, [source])).get(source), 'Space');
  }

  private async seen(principal: Principal, organization: string, spaces: string[]) {
    const role = roleIn(principal, organization);
    const found = await this.rpc.call(siteSpaceCalls.findSpaces, { principal, body: { organization, spaces } });
    return new Map(found.spaces.map(({ id, level }) => [id, { role, level }]));
  }
}

function visible(access: TranslationAccess | undefined, what: string) {
  const permissions = access && translationPermissions(access.role, access.level);
  if (!access || !permissions?.view) throw notFound(what);
  return { ...access, permissions };
}
