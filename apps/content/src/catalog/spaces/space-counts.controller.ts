import { Controller } from '@nestjs/common';
import { readSpaceViewerKey, visibleSpaceCounts, type VisibleSpaces } from '@bindery/contracts';
import { HandlesBatch, type BatchRequest } from '@bindery/messaging';
import { SpaceCountRepository } from './space-count.repository';

@Controller()
export class SpaceCountsController {
  constructor(private readonly counts: SpaceCountRepository) {}

  /** Members with a role see all spaces of the organization; guests and teams see spaces that are shared with them. */
  @HandlesBatch(visibleSpaceCounts)
  async visible({ ids }: BatchRequest): Promise<Record<string, VisibleSpaces>> {
    const viewers = ids.map((key) => ({ key, viewer: readSpaceViewerKey(key) }));
    const members = viewers.filter(({ viewer }) => viewer.type === 'member');
    const others = viewers.filter(({ viewer }) => viewer.type !== 'member');
    const [all, shared] = await Promise.all([
      this.counts.byOrganization([...new Set(members.map(({ viewer }) => viewer.organization))]),
      this.counts.shared(
        others.flatMap(({ key, viewer }) => {
          if (viewer.type === 'member') return [];
          const subjects = viewer.type === 'guest' ? [viewer.subject, ...viewer.teams] : [viewer.subject];
          return subjects.map((subject) => ({ key, organization: viewer.organization, subject }));
        }),
        others.flatMap(({ key, viewer: { type, organization } }) => (type === 'guest' ? { key, organization } : [])),
      ),
    ]);
    return Object.fromEntries(
      viewers.map(({ key, viewer: { type, organization } }) => [
        key,
        { spaces: (type === 'member' ? all.get(organization) : shared.get(key)) ?? 0 },
      ]),
    );
  }
}
