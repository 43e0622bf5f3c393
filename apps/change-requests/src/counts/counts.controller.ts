import { Controller } from '@nestjs/common';
import { spaceCounts, type SpaceCounts } from '@bindery/contracts';
import { Answers, type BatchRequest } from '@bindery/messaging';

/** What is going on about a space. There are no change requests and no comments yet, so every count is zero. */
@Controller()
export class CountsController {
  @Answers(spaceCounts)
  async counts({ ids }: BatchRequest): Promise<Record<string, SpaceCounts>> {
    return Object.fromEntries(
      ids.map((id) => [id, { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }]),
    );
  }
}
