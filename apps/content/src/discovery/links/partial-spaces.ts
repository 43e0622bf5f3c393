import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { HiddenContentReader } from '../../revisions/visitor-content/hidden-content';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';

/** Finds spaces with content that is hidden from the caller: their links would reveal it. */
@Injectable()
export class PartialSpaces {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly hidden: HiddenContentReader,
  ) {}

  /** The spaces among these with a page or block that is hidden from the caller, as they are now. */
  async among(principal: Principal, spaces: readonly string[]): Promise<string[]> {
    if (spaces.length === 0) return [];
    const partial: string[] = [];
    for (const revision of await this.revisions.currentOf(principal, spaces))
      if (!(await this.hidden.isWhole(revision))) partial.push(revision.space);
    return partial;
  }
}
