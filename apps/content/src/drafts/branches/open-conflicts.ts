import { Injectable } from '@nestjs/common';
import type { Conflict, ConflictObject } from '../../model/merge/conflict';
import type { RevisionContent } from '../../model/pages/revision-content';
import { ChunkRepository } from '../../storage/store/chunk.repository';

/** Variables have no map of their own, and a draft may have deleted the variable of an open conflict. */
const maps = [
  ['page', 'pages'],
  ['file', 'files'],
  ['reusable-content', 'reusableContents'],
] as const satisfies readonly [ConflictObject, keyof RevisionContent][];

/** Finds the conflicts that are left to decide. */
@Injectable()
export class OpenConflicts {
  constructor(private readonly chunks: ChunkRepository) {}

  /**
   * Those of the conflicts of earlier merges whose object is in the content. An object that both sides have deleted cannot be
   * edited, which would settle its conflicts.
   */
  async in(
    organization: string,
    content: RevisionContent,
    conflicts: readonly Conflict[] | null | undefined,
  ): Promise<Conflict[]> {
    if (!conflicts) return [];
    const gone = new Set<Conflict>();
    for (const [object, map] of maps) {
      const ofMap = conflicts.filter((conflict) => conflict.object === object);
      const ids = ofMap.map(({ id }) => id);
      const known = await this.chunks.map<object>(organization).get(content[map], ids);
      for (const conflict of ofMap) if (!known.has(conflict.id)) gone.add(conflict);
    }
    return conflicts.filter((conflict) => !gone.has(conflict));
  }
}
