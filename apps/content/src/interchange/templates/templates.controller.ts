import { Controller } from '@nestjs/common';
import { spacePermissions } from '@bindery/authorization';
import { conflict, requires, templates as contract, type RequestOf } from '@bindery/contracts';
import { Handles, Mutations } from '@bindery/messaging';
import { BranchRepository } from '../../drafts/branches/branch.repository';
import { EditContent } from '../../drafts/edits/edit-content';
import { LiveEditRules } from '../../drafts/edits/live-edit-rules';
import { ApplyTemplate } from './apply-template';

@Controller()
export class TemplatesController {
  constructor(
    private readonly branches: BranchRepository,
    private readonly rules: LiveEditRules,
    private readonly template: ApplyTemplate,
    private readonly edit: EditContent,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.applyTemplateToSpace)
  async apply({ params, body, principal }: RequestOf<typeof contract.applyTemplateToSpace>) {
    const space = await this.branches.space(principal, params.spaceId);
    requires(spacePermissions(space.level).edit);
    if (space.editMode === 'locked') throw conflict('The space is locked; open a change request');
    await this.rules.check(space, principal);
    const prepared = await this.template.changes(principal, space, body);
    const { id, organizationId: organization } = space;
    await this.mutations.run({ organization, target: { type: 'space', id } }, async () => {
      await this.edit.main(space, prepared, principal.user);
    });
  }
}
