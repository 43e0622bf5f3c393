import { Injectable } from '@nestjs/common';
import { inviteTargets, type FoundInviteTarget, type MemberRole, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { MemberRepository } from '../members/member.repository';
import type { LinkInviteUse } from './link-invite.repository';

/** Where a link leads; null on both is the organization. */
interface Leading {
  targetType: 'space' | 'collection' | null;
  targetId: string | null;
}

/** Spaces and collections to which links lead: content knows them, and gives roles there. */
@Injectable()
export class LinkTargets {
  constructor(
    private readonly members: MemberRepository,
    private readonly rpc: RpcClient,
  ) {}

  /** The targets of links that the caller may see, by id. Content is asked once, and not at all where no link has one. */
  async find(principal: Principal, links: Leading[]): Promise<Map<string, FoundInviteTarget>> {
    const targets = links.flatMap(({ targetType: type, targetId: id }) => (type && id ? [{ type, id }] : []));
    if (targets.length === 0) return new Map();
    const { found } = await this.rpc.call(inviteTargets.findInviteTargets, { principal, body: { targets } });
    return new Map(found.map((target) => [target.id, target]));
  }

  /** Gives a user what a link gives, as far as its maker has it; answers the role. Throws 404 when the target is gone. */
  async grant(
    principal: Principal,
    organization: string,
    link: LinkInviteUse,
    pending: boolean,
  ): Promise<MemberRole | null> {
    const inviter = await this.members.find(organization, link.createdBy);
    const { level } = await this.rpc.call(inviteTargets.grantInvited, {
      principal,
      body: {
        organization,
        target: { type: link.targetType!, id: link.targetId! },
        user: principal.user,
        level: link.role,
        inviter: { user: link.createdBy, role: inviter?.role ?? null, teams: inviter?.teamIds ?? [] },
        pending,
      },
    });
    return level;
  }
}
