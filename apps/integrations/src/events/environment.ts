import { Injectable } from '@nestjs/common';
import {
  anonymous,
  organizationCards,
  type Integration,
  type IntegrationInstallation,
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { Sealer } from '@bindery/secrets';
import { Addresses } from '../addresses';
import { presentContentInstallation } from '../installations/content-installation.presenter';
import { ContentInstallationRepository } from '../installations/content-installation.repository';
import { presentInstallation } from '../installations/installation.presenter';
import { InstallationRepository } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';
import { presentIntegration } from '../registry/integration.presenter';
import { signingContext } from '../registry/publish-integration';
import { SecretRepository } from '../registry/secret.repository';
import { AccessTokenRepository } from '../tokens/access-token.repository';
import type { SentEvent } from './send-event';
import { derivedSecret, signingSecretOf, type SigningSecrets } from './signing';

/** What a script is told beside the event, as the public client's runtime expects it. */
export interface IntegrationEnvironment {
  integration: Integration;
  installation?: IntegrationInstallation;
  spaceInstallation?: IntegrationSpaceInstallation;
  siteInstallation?: IntegrationSiteInstallation;
  secrets: Record<string, string>;
  signingSecrets: SigningSecrets;
  signingSecret: string;
  apiEndpoint: string;
  apiTokens: { integration: string; installation?: string };
  authToken: string;
}

/** The environments of events of one installation, by the space and site that they are about. */
export type KnownEnvironments = Map<string, IntegrationEnvironment>;

@Injectable()
export class EnvironmentOf {
  constructor(
    private readonly installations: InstallationRepository,
    private readonly contents: ContentInstallationRepository,
    private readonly secrets: SecretRepository,
    private readonly tokens: AccessTokenRepository,
    private readonly sealer: Sealer,
    private readonly rpc: RpcClient,
    private readonly addresses: Addresses,
  ) {}

  /** `isTrusted`: whoever receives it may see the installation's configuration and act for it. */
  async event(
    integration: IntegrationEntity,
    event: SentEvent,
    isTrusted: boolean,
    known: KnownEnvironments = new Map(),
  ): Promise<IntegrationEnvironment> {
    const key = JSON.stringify([event.installationId, event.payload.spaceId, event.payload.siteId]);
    const environment = known.get(key) ?? (await this.make(integration, event, isTrusted));
    known.set(key, environment);
    return environment;
  }

  private async make(
    integration: IntegrationEntity,
    event: SentEvent,
    isTrusted: boolean,
  ): Promise<IntegrationEnvironment> {
    const installation = event.installationId ? await this.installations.byId(event.installationId) : undefined;
    const key = Buffer.from(this.sealer.open(integration.signingSecret, signingContext(integration.id)), 'base64');
    const access = { configure: isTrusted };
    const contents = installation ? await this.contentsOf(integration, installation.id, event, isTrusted) : {};
    const secretOf = (id: string | undefined) => (id && isTrusted ? derivedSecret(key, id) : undefined);
    const apiTokens = {
      integration: await this.tokens.issue(integration.id, null),
      ...(installation && isTrusted && { installation: await this.tokens.issue(integration.id, installation.id) }),
    };
    return {
      integration: await this.present(integration),
      ...(installation && {
        installation: presentInstallation(installation, integration.name, this.addresses, access),
      }),
      ...contents,
      secrets: await this.secrets.open(integration.id),
      signingSecrets: {
        integration: signingSecretOf(key),
        installation: secretOf(installation?.id),
        spaceInstallation:
          contents.spaceInstallation && secretOf(`${installation!.id} ${String(event.payload.spaceId)}`),
        siteInstallation: contents.siteInstallation && secretOf(`${installation!.id} ${String(event.payload.siteId)}`),
      },
      signingSecret: signingSecretOf(key),
      apiEndpoint: this.addresses.publicUrl,
      apiTokens,
      authToken: apiTokens.installation ?? apiTokens.integration,
    };
  }

  private async contentsOf(
    { name }: IntegrationEntity,
    installation: string,
    { payload: { spaceId, siteId } }: SentEvent,
    configure: boolean,
  ) {
    const context = { integration: name, addresses: this.addresses, configure };
    const space = spaceId === undefined ? undefined : await this.contents.find(installation, 'space', String(spaceId));
    const site = siteId === undefined ? undefined : await this.contents.find(installation, 'site', String(siteId));
    return {
      ...(space && { spaceInstallation: presentContentInstallation.space(space, context) }),
      ...(site && { siteInstallation: presentContentInstallation.site(site, context) }),
    };
  }

  private async present(integration: IntegrationEntity): Promise<Integration> {
    const { organizationId } = integration;
    const owners = await this.rpc.ask(organizationCards, [organizationId], anonymous);
    const owner = owners[organizationId] ?? organizationCards.missing!(organizationId);
    return { ...presentIntegration(integration, anonymous, this.addresses), owner };
  }
}
