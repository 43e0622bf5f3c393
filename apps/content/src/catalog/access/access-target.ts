import { Injectable } from '@nestjs/common';
import { spacePermissions, type Level } from '@bindery/authorization';
import { requires, type MemberRole, type Principal } from '@bindery/contracts';
import { collectionPermissions } from '../collections/collection.presenter';
import { CollectionRepository } from '../collections/collection.repository';
import { SpaceRepository } from '../spaces/space.repository';

/** A space or a collection on which access is granted. */
export interface AccessTarget {
  type: 'space' | 'collection';
  id: string;
  organizationId: string;
  /** The collections above it, topmost first. */
  path: string[];
  /** The level of every member who is no guest. */
  effectiveDefault: MemberRole | null;
  /** The caller's level on the target. */
  level: Level;
}

/** Finds targets of access. Only their administrators see and change access. */
@Injectable()
export class AccessTargets {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly collections: CollectionRepository,
  ) {}

  /** Throws 404 when the caller may not see it. */
  async get(principal: Principal, type: AccessTarget['type'], id: string): Promise<AccessTarget> {
    if (type === 'space') {
      const { space, level } = await this.spaces.getActive(principal, id);
      return targetOf('space', space, level);
    }
    const { collection, level } = await this.collections.get(principal, id);
    return targetOf('collection', collection, level);
  }

  /** Whether it exists and belongs to the organization. Does not check the caller's access. */
  isOf(organization: string, type: AccessTarget['type'], id: string): Promise<boolean> {
    return (type === 'space' ? this.spaces : this.collections).isOf(organization, id);
  }

  /** Throws 404 when the caller may not see it, 403 when the caller is not an administrator of it. */
  async administrated(principal: Principal, type: AccessTarget['type'], id: string): Promise<AccessTarget> {
    const target = await this.get(principal, type, id);
    // An administrator has the highest role, so no caller grants more than they have.
    requires((type === 'space' ? spacePermissions : collectionPermissions)(target.level).admin);
    return target;
  }
}

function targetOf(
  type: AccessTarget['type'],
  { id, organizationId, path, effectiveDefault }: Omit<AccessTarget, 'type' | 'level'>,
  level: Level,
): AccessTarget {
  return { type, id, organizationId, path, effectiveDefault, level };
}
