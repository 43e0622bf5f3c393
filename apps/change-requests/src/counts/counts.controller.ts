import { Controller } from '@nestjs/common';
import { spaceCounts, type SpaceCounts } from '@bindery/contracts';
import { HandlesBatch, type BatchRequest } from '@bindery/messaging';
import { CountRepository } from './count.repository';

/** The numbers of comments and change requests of spaces. */
@Controller()
export class CountsController {
  constructor(private readonly counts: CountRepository) {}

  @HandlesBatch(spaceCounts)
  async ofSpaces({ ids }: BatchRequest): Promise<Record<string, SpaceCounts>> {
    const found = await this.counts.ofSpaces(ids);
    return Object.fromEntries(found.map(({ id, ...counts }) => [id, counts]));
  }
}
