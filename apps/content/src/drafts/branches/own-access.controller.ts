import { Controller } from '@nestjs/common';
import { workSpaces as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { OwnAccessRepository } from './own-access.repository';

/** Internal operations on all spaces of an organization at once, for other services. */
@Controller()
export class OwnAccessController {
  constructor(private readonly spaces: OwnAccessRepository) {}

  @Handles(contract.listWorkSpaces)
  async list({ body, principal }: RequestOf<typeof contract.listWorkSpaces>) {
    return { spaces: await this.spaces.idsOf(principal, body.organization) };
  }
}
