import { Controller } from '@nestjs/common';
import { sitePages as contract, type RequestOf, type SitePageContent, type SpaceOutlines } from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { RevisionRepository } from '../revisions/revision.repository';
import { SpaceRepository } from '../spaces/space.repository';
import { Outlines } from './outlines';
import { SitePageReader } from './site-page-reader';

/** What sites need of content to show it. */
@Controller()
export class SitePagesController {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly revisions: RevisionRepository,
    private readonly outlines: Outlines,
    private readonly pages: SitePageReader,
  ) {}

  @Handles(contract.getSpaceStates)
  async states({ body, principal }: RequestOf<typeof contract.getSpaceStates>) {
    const found = await this.spaces.visible(principal, body.spaces);
    return {
      spaces: found.map(({ space: { id, title, language }, revision }) => ({
        id,
        title,
        ...(language && { language }),
        revision,
      })),
    };
  }

  @Handles(contract.getSpaceOutlines)
  async allOutlines({ body, principal }: RequestOf<typeof contract.getSpaceOutlines>) {
    const revisions = await this.revisions.currentOf(principal, body.spaces);
    const parts = await Promise.all(
      revisions.map(async (revision) => {
        const { json } = await this.outlines.of(revision);
        return `{"id":${JSON.stringify(revision.space)},"pages":${json}}`;
      }),
    );
    return rawAnswer<SpaceOutlines>(Buffer.from(`{"spaces":[${parts.join(',')}]}`));
  }

  @Handles(contract.readSitePage)
  async page({ body, principal }: RequestOf<typeof contract.readSitePage>) {
    const others = body.spaces.filter((id) => id !== body.space);
    const revisions = await this.revisions.currentOf(principal, [body.space, ...others]);
    return rawAnswer<SitePageContent>(await this.pages.read(revisions, body));
  }
}
