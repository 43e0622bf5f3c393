import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hasNoMergeRules } from '@bindery/authorization';
import { ApiError, organizations, type MergeRule, type Organization, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { SingleFlight } from '@bindery/loading';
import type { DraftSpace } from '../branches/branch.repository';

/** Rules that a direct edit of main always meets: main is not behind, and no reviewer requests changes. The others need a change request. */
const kept = new Set<MergeRule['rule']>([
  'allow_bypass',
  'require_up_to_date_change_request',
  'require_all_reviews_approved',
]);

type RuledSpace = Pick<DraftSpace, 'mergeRules' | 'organizationId'>;

/** Decides whether the merge rules of a space, or of its organization, let a user edit its content directly. */
@Injectable()
export class LiveEditRules {
  private readonly asked = new SingleFlight<Organization>();
  /** The rules of organizations, by id and version. A list of rules may take 100 kB, so few are kept. */
  private readonly known = new LRUCache<string, MergeRule[]>({ max: 100 });

  constructor(private readonly rpc: RpcClient) {}

  /** Throws 409 that names each rule that is not met. */
  async check(space: RuledSpace, principal: Principal): Promise<void> {
    const failing = await this.failing(space, principal);
    if (failing.length === 0) return;
    const details = failing.map((rule) => ({ field: `mergeRules.${rule}`, message: 'needs a change request' }));
    throw new ApiError(409, `The merge rules need a change request: ${failing.join(', ')}`, details);
  }

  async allow(space: RuledSpace, principal: Principal): Promise<boolean> {
    return (await this.failing(space, principal)).length === 0;
  }

  private async failing(space: RuledSpace, principal: Principal): Promise<MergeRule['rule'][]> {
    const rules = await this.rulesOf(space, principal);
    if (rules.some((rule) => rule.rule === 'allow_bypass' && 'users' in rule && rule.users.includes(principal.user)))
      return [];
    return [...new Set(rules.map(({ rule }) => rule))].filter((rule) => !kept.has(rule));
  }

  private async rulesOf({ mergeRules, organizationId }: RuledSpace, principal: Principal): Promise<MergeRule[]> {
    if (mergeRules.type === 'rules') return mergeRules.rules;
    if (mergeRules.type === 'none' || hasNoMergeRules(principal, organizationId)) return [];
    return this.inheritedRules(organizationId, principal);
  }

  /** Asks once for each version, if the principal has one. */
  private async inheritedRules(organizationId: string, principal: Principal): Promise<MergeRule[]> {
    const version = principal.organizations[organizationId]?.mergeRulesVersion;
    if (version === undefined) return this.ask(organizationId, principal);
    // The answer is that of this version, or of a later one.
    const key = `${organizationId} ${version}`;
    const known = this.known.get(key);
    if (known) return known;
    const rules = await this.ask(organizationId, principal);
    this.known.set(key, rules);
    return rules;
  }

  /** Concurrent edits of one user share a request. */
  private async ask(organizationId: string, principal: Principal): Promise<MergeRule[]> {
    const params = { organizationId };
    const { mergeRules } = await this.asked.run(JSON.stringify([organizationId, principal]), () =>
      this.rpc.call(organizations.getOrganizationById, { principal, params }),
    );
    return mergeRules.type === 'rules' ? mergeRules.rules : [];
  }
}
