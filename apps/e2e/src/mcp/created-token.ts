import type { TokenScope } from '@bindery/contracts';
import type { TestOrganization } from '../support/test-organization';

/** A token of the same user as `token`, made for these scopes. */
export async function createdToken(world: TestOrganization, token: string, scopes: TokenScope[]): Promise<string> {
  const body = { label: 'For an agent', scopes };
  return (await world.api.expect<{ token: string }>('createUserToken', { token, body })).token;
}
