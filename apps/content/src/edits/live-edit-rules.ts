import { Injectable } from '@nestjs/common';
import { ApiError, organizations, type MergeRule, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import type { WorkSpace } from '../branches/branch.repository';

/** Rules that an edit of main keeps by what it is: nothing is behind it, and nobody has asked for changes. The others need a change request. */
const kept = new Set<MergeRule['rule']>([
  'allow_bypass',
  'require_up_to_date_change_request',
  'require_all_reviews_approved',
]);

/** Decides whether the merge rules of a space, or of its organization, let somebody edit its content directly. */
@Injectable()
export class LiveEditRules {
  constructor(private readonly rpc: RpcClient) {}

  /** Throws 409 that names each rule that is in the way. */
  async check(space: WorkSpace, principal: Principal): Promise<void> {
    const rules = await this.rulesOf(space, principal);
    if (rules.some((rule) => rule.rule === 'allow_bypass' && 'users' in rule && rule.users.includes(principal.user)))
      return;
    const failing = [...new Set(rules.map(({ rule }) => rule))].filter((rule) => !kept.has(rule));
    if (failing.length === 0) return;
    const details = failing.map((rule) => ({ field: `mergeRules.${rule}`, message: 'needs a change request' }));
    throw new ApiError(409, `The merge rules need a change request: ${failing.join(', ')}`, details);
  }

  private async rulesOf({ mergeRules, organizationId }: WorkSpace, principal: Principal): Promise<MergeRule[]> {
    if (mergeRules.type === 'rules') return mergeRules.rules;
    if (mergeRules.type === 'none') return [];
    const params = { organizationId };
    const inherited = (await this.rpc.call(organizations.getOrganizationById, { principal, params })).mergeRules;
    return inherited.type === 'rules' ? inherited.rules : [];
  }
}
