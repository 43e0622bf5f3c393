import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { imports as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { signedUrl } from '@bindery/storage';
import { HiddenContentReader } from '../readers/hidden-content';
import { RevisionRepository } from '../revisions/revision.repository';
import { ExportSpace } from './export-space';

const hour = 60 * 60 * 1000;

/** At least an hour from now, and the same for all who ask within an hour, so that the answer stays the same. */
const expiry = () => new Date((Math.ceil(Date.now() / hour) + 1) * hour);

@Controller()
export class ExportsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly exportSpace: ExportSpace,
    private readonly hidden: HiddenContentReader,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.exportSpace)
  async export({ params, principal }: RequestOf<typeof contract.exportSpace>) {
    const revision = await this.revisions.current(principal, params.spaceId);
    await this.hidden.requireWhole(revision);
    const key = await this.exportSpace.run(revision);
    const grant = {
      method: 'GET' as const,
      key,
      expiresAt: expiry(),
      contentType: 'application/zip',
    };
    return { url: signedUrl(this.config.PUBLIC_URL, grant, this.config.SECRET_KEY) };
  }
}
