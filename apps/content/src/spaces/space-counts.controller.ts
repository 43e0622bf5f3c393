import { Controller } from '@nestjs/common';
import { readSpaceViewerKey, visibleSpaceCounts, type VisibleSpaces } from '@bindery/contracts';
import { Answers, type BatchRequest } from '@bindery/messaging';
import { SpaceCountRepository } from './space-count.repository';

@Controller()
export class SpaceCountsController {
  constructor(private readonly counts: SpaceCountRepository) {}

  /** Whoever has a role sees all spaces of the organization; guests and teams see none of themselves. */
  @Answers(visibleSpaceCounts)
  async visible({ ids }: BatchRequest): Promise<Record<string, VisibleSpaces>> {
    const viewers = ids.map((id) => ({ id, ...readSpaceViewerKey(id) }));
    const organizations = viewers.filter(({ role }) => role).map(({ organization }) => organization);
    const spaces = await this.counts.byOrganization([...new Set(organizations)]);
    return Object.fromEntries(
      viewers.map(({ id, organization, role }) => [id, { spaces: (role && spaces.get(organization)) || 0 }]),
    );
  }
}
