import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@bindery/contracts';
import { HiddenContentReader } from '../readers/hidden-content';
import { RevisionRepository, type RevisionAccess } from '../revisions/revision.repository';

/** Tells which spaces a caller sees in part: what refers to what in such a space would tell of what is hidden there. */
@Injectable()
export class PartialSpaces {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly hidden: HiddenContentReader,
  ) {}

  /** Those of the spaces of which a page or block may be hidden from the caller, as they are now. */
  async among(principal: Principal, spaces: readonly string[]): Promise<string[]> {
    if (spaces.length === 0) return [];
    const partial: string[] = [];
    for (const revision of await this.revisions.currentOf(principal, spaces))
      if (!(await this.isWhole(revision))) partial.push(revision.space);
    return partial;
  }

  private async isWhole(revision: RevisionAccess): Promise<boolean> {
    try {
      await this.hidden.requireWhole(revision);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 403) return false;
      throw error;
    }
  }
}
