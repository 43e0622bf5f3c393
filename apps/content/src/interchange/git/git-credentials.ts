import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { Encryptor } from '@bindery/secrets';
import type { SealedPlace } from '@bindery/service';

const purpose = 'git credentials';

/** Encrypts the credentials of repositories in the rows of jobs; the context is the space. */
export const gitCredentials = (config: ServiceConfig): Encryptor => new Encryptor(secretKeysOf(config), purpose);

/** The column of encrypted credentials, in jobs that wait or have ended. */
export const sealedCredentials: SealedPlace = {
  table: 'job',
  key: ['id'],
  where: `input ? 'authorization'`,
  value: `input ->> 'authorization'`,
  context: `input ->> 'space'`,
  purpose,
  set: (sealed) => `input = jsonb_set(input, '{authorization}', to_jsonb(${sealed}::text))`,
};
