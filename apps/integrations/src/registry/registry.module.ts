import { Module } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { Encryptor } from '@bindery/secrets';
import { CONFIG } from '@bindery/service';
import { sealPurpose } from '../sealed-places';
import { Addresses } from './addresses';
import { FindIntegration } from './find-integration';
import { FindOrganization } from './find-organization';
import { IntegrationRepository } from './integration.repository';
import { SecretRepository } from './secret.repository';
import { SigningKeys } from './signing-keys';

/** The stored integrations. */
@Module({
  providers: [
    {
      provide: Encryptor,
      useFactory: (config: ServiceConfig) => new Encryptor(secretKeysOf(config), sealPurpose),
      inject: [CONFIG],
    },
    IntegrationRepository,
    SecretRepository,
    SigningKeys,
    FindIntegration,
    FindOrganization,
    Addresses,
  ],
  exports: [
    Addresses,
    FindIntegration,
    FindOrganization,
    IntegrationRepository,
    SecretRepository,
    SigningKeys,
    Encryptor,
  ],
})
export class RegistryModule {}
