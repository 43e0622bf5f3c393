import { Injectable } from '@nestjs/common';
import { invalid, type ComputedSource, type CreateSpace, type Principal } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { isKnownSource } from '../../revisions/computed/computed-place';
import type { PreparedChanges } from '../../drafts/edits/prepared-change';
import { wellFormed } from '../../storage/well-formed';
import { ApplyTemplate } from '../../interchange/templates/apply-template';

/** The first content of a new space. */
@Injectable()
export class FirstContent {
  constructor(private readonly template: ApplyTemplate) {}

  /** Nothing, the pages of a template, or one page that is computed. Throws 400, 404. */
  async prepare(
    principal: Principal,
    space: { id: string; organizationId: string },
    { empty, template, computedSource }: CreateSpace,
  ): Promise<PreparedChanges | undefined> {
    if ([empty, template, computedSource].filter(Boolean).length > 1)
      throw invalid('body', 'Send only one of empty, template and computedSource');
    if (template) return this.template.changes(principal, space, template, 'body.template');
    return computedSource && computedPage(computedSource);
  }
}

function computedPage({ type, props, dependencies }: ComputedSource): PreparedChanges {
  const computed = wellFormed({ type, props, ...(dependencies && { dependencies }) });
  if (!isKnownSource(computed))
    throw invalid('body.computedSource.type', `computedSource.type ${type} is not a known content source`);
  const change = { operation: 'insert_computed' as const, title: 'Computed pages', computed };
  return { changes: [{ change, id: newId(), files: [] }], refs: { pages: new Map(), files: new Map() } };
}
