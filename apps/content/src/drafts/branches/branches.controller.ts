import { Controller } from '@nestjs/common';
import { spacePermissions } from '@bindery/authorization';
import {
  branches as contract,
  branchKey,
  branchRevisions,
  notFound,
  readBranchKey,
  requires,
  type BranchRevisions,
  type Branch,
  type RequestOf,
} from '@bindery/contracts';
import { HandlesBatch, Handles, type BatchRequest } from '@bindery/messaging';
import { mainBranch } from '../../catalog/spaces/branch.entity';
import { presentBranch, presentRevisions } from './branch.presenter';
import { BranchRepository } from './branch.repository';
import { BranchMerger } from './branch-merger';

/** Internal operations on spaces and the branches of their change requests, for other services. */
@Controller()
export class BranchesController {
  constructor(
    private readonly branches: BranchRepository,
    private readonly merger: BranchMerger,
  ) {}

  @Handles(contract.getSpaceAccess)
  async access({ body, principal }: RequestOf<typeof contract.getSpaceAccess>) {
    const { organizationId, level, main, editMode, title, mergeRules } = await this.branches.space(
      principal,
      body.space,
    );
    return { organization: organizationId, level, head: main, editMode, title, mergeRules };
  }

  @Handles(contract.openBranch)
  async open({ body, principal }: RequestOf<typeof contract.openBranch>) {
    const { id, level } = await this.branches.space(principal, body.space);
    requires(spacePermissions(level).edit);
    if (body.changeRequest === mainBranch) throw notFound('Change request');
    await this.branches.open(id, body.changeRequest);
    return this.present(id, body.changeRequest);
  }

  @Handles(contract.getBranch)
  async get({ body, principal }: RequestOf<typeof contract.getBranch>) {
    const { id } = await this.branches.space(principal, body.space);
    return this.present(id, body.changeRequest);
  }

  @Handles(contract.updateBranch)
  async update({ body, principal }: RequestOf<typeof contract.updateBranch>) {
    const { id } = await this.branches.space(principal, body.space);
    return this.merger.update({ ...body, space: id }, principal.user);
  }

  @Handles(contract.mergeBranch)
  async merge({ body, principal }: RequestOf<typeof contract.mergeBranch>) {
    const { id } = await this.branches.space(principal, body.space);
    return this.merger.merge({ ...body, space: id }, principal.user);
  }

  @HandlesBatch(branchRevisions)
  async revisions({ ids }: BatchRequest): Promise<Record<string, BranchRevisions>> {
    const found = await this.branches.findAll(ids.map(readBranchKey));
    return Object.fromEntries(
      found.map((branch) => [branchKey({ space: branch.spaceId, changeRequest: branch.id }), presentRevisions(branch)]),
    );
  }

  private async present(space: string, id: string): Promise<Branch> {
    const branch = await this.branches.find(space, id);
    if (!branch) throw notFound('Change request');
    return presentBranch(branch);
  }
}
