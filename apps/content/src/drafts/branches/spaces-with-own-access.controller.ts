import { Controller } from '@nestjs/common';
import { spacesWithOwnAccess as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { SpacesWithOwnAccessRepository } from './spaces-with-own-access.repository';

/** Lists the spaces of an organization to which a caller has own access, for other services. */
@Controller()
export class SpacesWithOwnAccessController {
  constructor(private readonly spaces: SpacesWithOwnAccessRepository) {}

  @Handles(contract.listWorkSpaces)
  async list({ body, principal }: RequestOf<typeof contract.listWorkSpaces>) {
    return { spaces: await this.spaces.idsOf(principal, body.organization) };
  }
}
