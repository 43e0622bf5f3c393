import { Injectable } from '@nestjs/common';
import { inviteTargets, type FoundInviteTarget, type MemberRole, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { MemberRepository } from '../members/member.repository';
import type { LinkInviteUse } from './link-invite.repository';

/** The target of a link; null in both fields is the organization. */
interface LinkTarget {
  targetType: 'space' | 'collection' | null;
  targetId: string | null;
}

/** The spaces and collections of links: content owns them, and grants roles on them. */
@Injectable()
export class LinkTargets {
  constructor(
    private readonly members: MemberRepository,
    private readonly rpc: RpcClient,
  ) {}

  /** The visible targets of links, by id. One request to content, or none where no link has a target. */
  async find(principal: Principal, links: LinkTarget[]): Promise<Map<string, FoundInviteTarget>> {
    const targets = links.flatMap(({ targetType: type, targetId: id }) => (type && id ? [{ type, id }] : []));
    if (targets.length === 0) return new Map();
    const { found } = await this.rpc.call(inviteTargets.findInviteTargets, { principal, body: { targets } });
    return new Map(found.map((target) => [target.id, target]));
  }

  /** Grants a user the role of a link, at most that of its creator; returns the role. Throws 404 when the target is gone. */
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
