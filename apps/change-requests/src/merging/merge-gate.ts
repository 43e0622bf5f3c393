import { Inject, Injectable } from '@nestjs/common';
import { hasNoMergeRules } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  ApiError,
  organizations,
  spaces,
  userCards,
  withEmail,
  type Branch,
  type MergeRule,
  type Principal,
  type User,
} from '@bindery/contracts';
import { plainText } from '@bindery/documents';
import type { Context } from '@bindery/expressions';
import { RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { presentChangeRequest } from '../change-requests/change-request.presenter';
import { CountRepository } from '../counts/count.repository';
import { locationOf, type ChangeRequestContext } from '../change-requests/space-contexts';
import type { ReviewEntity } from '../reviews/review.entity';
import { presentReview } from '../reviews/review.presenter';
import { ReviewRepository } from '../reviews/review.repository';
import { failuresOf } from './merge-rules';

/** Checks the merge rules of a space, or those of its organization if the space inherits them. */
@Injectable()
export class MergeGate {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly counts: CountRepository,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** Throws 409 that names each rule that fails. */
  async check(context: ChangeRequestContext, branch: Branch, principal: Principal): Promise<void> {
    const rules = await this.rulesOf(context, principal);
    if (rules.length === 0) return;
    const { createdBy: author, subject, description, id } = context.changeRequest;
    const reviews = await this.reviews.latest(id);
    const custom = rules.some(({ rule }) => rule === 'custom');
    const failures = failuresOf(rules, {
      actor: principal.user,
      author,
      subject,
      description: description ? plainText(description) : '',
      outdated: branch.outdated,
      reviews: reviews.map(({ reviewer, status, revision }) => ({
        reviewer,
        status,
        outdated: revision !== branch.head,
      })),
      variables: custom ? await this.variablesOf(context, branch, reviews, principal) : {},
    });
    if (failures.length === 0) return;
    const named = failures.map(({ rule, message }) => `${rule} (${message})`).join('; ');
    const details = failures.map(({ rule, message }) => ({ field: `mergeRules.${rule}`, message }));
    throw new ApiError(409, `The merge rules do not allow this merge: ${named}`, details);
  }

  private async rulesOf(
    { mergeRules, organization }: ChangeRequestContext,
    principal: Principal,
  ): Promise<MergeRule[]> {
    if (mergeRules.type === 'rules') return mergeRules.rules;
    if (mergeRules.type === 'none' || hasNoMergeRules(principal, organization)) return [];
    const params = { organizationId: organization };
    const inherited = (await this.rpc.call(organizations.getOrganizationById, { principal, params })).mergeRules;
    return inherited.type === 'rules' ? inherited.rules : [];
  }

  /** The variables of custom rules: objects as the API shows them. */
  private async variablesOf(
    context: ChangeRequestContext,
    branch: Branch,
    reviews: ReviewEntity[],
    principal: Principal,
  ): Promise<Context> {
    const { changeRequest, organization, space: spaceId } = context;
    const users = [changeRequest.createdBy, principal.user, ...reviews.map(({ reviewer }) => reviewer)];
    const [space, cards, [counts]] = await Promise.all([
      this.rpc.call(spaces.getSpaceById, { principal, params: { spaceId } }),
      this.rpc.callBatch(userCards, [...new Set(users)], principal),
      this.counts.ofSpaces([spaceId]),
    ]);
    // A rule may use addresses, also where the user who merges does not see them.
    const card = (id: string): User => withEmail(cards[id] ?? userCards.missing!(id));
    const location = locationOf(context, this.config.PUBLIC_URL);
    return {
      space: { ...space, ...counts },
      changeRequest: {
        ...presentChangeRequest(changeRequest, organization, this.config.PUBLIC_URL),
        createdBy: card(changeRequest.createdBy),
        revision: branch.head,
        revisionInitial: branch.initial,
        revisionMergedAncestor: branch.mergedAncestor,
        outdated: branch.outdated,
      },
      reviews: reviews
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
        .map((review) => ({
          ...presentReview(review, undefined, branch.head, location),
          reviewer: card(review.reviewer),
        })),
      actor: card(principal.user),
    };
  }
}
