import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { imports as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { signedUrl } from '@bindery/storage';
import { RevisionRepository } from '../revisions/revision.repository';
import { ExportSpace } from './export-space';

const validFor = 60 * 60 * 1000;

@Controller()
export class ExportsController {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly exportSpace: ExportSpace,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.exportSpace)
  async export({ params, principal }: RequestOf<typeof contract.exportSpace>) {
    const key = await this.exportSpace.run(await this.revisions.current(principal, params.spaceId));
    const grant = {
      method: 'GET' as const,
      key,
      expiresAt: new Date(Date.now() + validFor),
      contentType: 'application/zip',
    };
    return { url: signedUrl(this.config.PUBLIC_URL, grant, this.config.SECRET_KEY) };
  }
}
