import { Controller, Inject } from '@nestjs/common';
import { lowest } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  inviteTargets as contract,
  notFound,
  type FoundInviteTarget,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { presentCollection } from '../collections/collection.presenter';
import { CollectionRepository } from '../collections/collection.repository';
import { presentSpace } from '../spaces/space.presenter';
import { SpaceRepository } from '../spaces/space.repository';
import { AccessGrantRepository } from './access-grant.repository';
import { AccessTargets } from './access-target';

/** The spaces and collections of invite links; the identity service owns the links themselves. */
@Controller()
export class InviteTargetsController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly collections: CollectionRepository,
    private readonly targets: AccessTargets,
    private readonly grants: AccessGrantRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.findInviteTargets)
  async find({ body, principal }: RequestOf<typeof contract.findInviteTargets>) {
    const ids = (type: 'space' | 'collection') =>
      body.targets.filter((target) => target.type === type).map(({ id }) => id);
    const [spaces, collections] = await Promise.all([
      this.spaces.visible(principal, ids('space')),
      this.collections.visible(principal, ids('collection')),
    ]);
    const { PUBLIC_URL: publicUrl } = this.config;
    const found: FoundInviteTarget[] = [
      ...spaces.map((access) => ({
        id: access.space.id,
        organization: access.space.organizationId,
        level: access.level!,
        space: presentSpace(access, principal, publicUrl),
      })),
      ...collections.map(({ collection, level }) => ({
        id: collection.id,
        organization: collection.organizationId,
        level: level!,
        collection: presentCollection(collection, level, publicUrl),
      })),
    ];
    return { found };
  }

  /** Grants the role of the link, but at most the present role of its creator. Identity has checked that the link is valid. */
  @Handles(contract.grantInvited)
  async grant({ body }: RequestOf<typeof contract.grantInvited>) {
    const { organization, target, user, inviter, pending } = body;
    const membership = {
      role: inviter.role,
      teams: Object.fromEntries(inviter.teams.map((team) => [team, 'member' as const])),
    };
    const as: Principal = {
      kind: 'user',
      user: inviter.user,
      token: '',
      organizations: { [organization]: membership },
    };
    const found = await this.targets.get(as, target.type, target.id);
    if (found.organizationId !== organization) throw notFound('Invite');
    const level = lowest(body.level, found.level);
    if (level) await this.grants.raise(found, user, level, { pending });
    return { level };
  }
}
