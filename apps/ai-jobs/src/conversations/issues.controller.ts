import { Controller, Inject } from '@nestjs/common';
import { agentPermissions } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import {
  conversations as contract,
  notFound,
  requires,
  type ConversationsIssuesCluster,
  type IssueInConversation,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { roleIn } from '../organization-access';
import { ClusterRepository } from './cluster.repository';
import { presentCluster, presentConversation, presentIssue } from './conversation.presenter';
import type { ClusterRow } from './conversation.rows';
import { IssueRepository, type IssueWithConversation } from './issue.repository';

/** Issues of conversations, and the clusters of those that are alike. */
@Controller()
export class IssuesController {
  constructor(
    private readonly issues: IssueRepository,
    private readonly clusters: ClusterRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.listConversationsIssues)
  async list({ params, query, principal }: RequestOf<typeof contract.listConversationsIssues>) {
    const { organizationId } = params;
    const { cluster, conversation } = query;
    mayView(principal, organizationId);
    const page = await paginate(query, {
      scope: ['issues', organizationId, cluster, conversation],
      rows: (after, limit) => this.issues.list(organizationId, query, after, limit),
      position: ({ issue }) => ({ value: issue.createdAt.toISOString(), id: issue.id }),
      count: () => this.issues.count(organizationId, query),
    });
    return { ...page, items: page.items.map((found) => this.present(found)) };
  }

  @Handles(contract.getConversationIssueById)
  async get({ params, principal }: RequestOf<typeof contract.getConversationIssueById>) {
    mayView(principal, params.organizationId);
    const found = await this.issues.find(params.organizationId, params.issueId);
    if (!found) throw notFound('Issue');
    return this.present(found);
  }

  @Handles(contract.listConversationsIssuesClusters)
  async listClusters({ params, query, principal }: RequestOf<typeof contract.listConversationsIssuesClusters>) {
    const { organizationId } = params;
    const { order, orderBy, status } = query;
    mayView(principal, organizationId);
    const page = await paginate(query, {
      scope: ['clusters', organizationId, order, orderBy, status],
      rows: (after, limit) => this.clusters.list(organizationId, query, after, limit),
      position: (row) => ({
        value: orderBy === 'updatedAt' ? row.updatedAt.toISOString() : String(row[orderBy]),
        id: row.id,
      }),
      count: () => this.clusters.count(organizationId, query),
    });
    return { ...page, items: page.items.map((row) => this.presentCluster(row)) };
  }

  @Handles(contract.getConversationsIssuesCluster)
  async getCluster({ params, principal }: RequestOf<typeof contract.getConversationsIssuesCluster>) {
    mayView(principal, params.organizationId);
    const row = await this.clusters.find(params.organizationId, params.clusterId);
    if (!row) throw notFound('Cluster');
    return this.presentCluster(row);
  }

  private present({ issue, conversation }: IssueWithConversation): IssueInConversation {
    const { PUBLIC_URL: url } = this.config;
    return { issue: presentIssue(issue, url), conversation: presentConversation(conversation, url) };
  }

  private presentCluster(row: ClusterRow): ConversationsIssuesCluster {
    return presentCluster(row, this.config.PUBLIC_URL);
  }
}

function mayView(principal: Principal, organization: string): void {
  requires(agentPermissions(roleIn(principal, organization)).view);
}
