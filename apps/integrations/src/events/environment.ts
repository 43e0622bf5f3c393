import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  anonymous,
  organizationCards,
  type Integration,
  type IntegrationInstallation,
  type IntegrationSiteInstallation,
  type IntegrationSpaceInstallation,
  type Organization,
} from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { Addresses } from '../registry/addresses';
import { presentContentInstallation } from '../installations/content-installation.presenter';
import { ContentInstallationRepository } from '../installations/content-installation.repository';
import { presentInstallation } from '../installations/installation.presenter';
import { InstallationRepository } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';
import { presentIntegration } from '../registry/integration.presenter';
import { SigningKeys } from '../registry/signing-keys';
import { SecretRepository } from '../registry/secret.repository';
import { AccessTokenRepository } from '../tokens/access-token.repository';
import type { SentEvent } from './sent-event';
import { derivedSecret, signingSecretOf, type SigningSecrets } from './signing';

/** The environment of a script beside the event, in the form that the public client's runtime expects. */
interface IntegrationEnvironment {
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

/** An environment as it is sent, with the signing keys of messages, newest first. */
interface WrittenEnvironment {
  text: string;
  signedWith: string[];
}

/** The environments of events of one installation, by the event's space and site. */
export type KnownEnvironments = Map<string, WrittenEnvironment>;

/** Milliseconds of caching for rare changes: owners of integrations, and tokens, which are valid for an hour. */
const keptFor = { owner: 60_000, token: 600_000 };

@Injectable()
export class EnvironmentOf {
  private readonly owners = new LRUCache<string, Organization>({ max: 1_000, ttl: keptFor.owner });
  private readonly issued = new LRUCache<string, string>({ max: 10_000, ttl: keptFor.token });

  constructor(
    private readonly installations: InstallationRepository,
    private readonly contents: ContentInstallationRepository,
    private readonly secrets: SecretRepository,
    private readonly tokens: AccessTokenRepository,
    private readonly keys: SigningKeys,
    private readonly rpc: RpcClient,
    private readonly addresses: Addresses,
  ) {}

  /** `isTrusted`: the receiver may see the installation's configuration and act for it. */
  async event(
    integration: IntegrationEntity,
    event: SentEvent,
    isTrusted: boolean,
    known: KnownEnvironments = new Map(),
  ): Promise<WrittenEnvironment> {
    const key = JSON.stringify([event.installationId, event.payload.spaceId, event.payload.siteId]);
    const found = known.get(key);
    if (found) return found;
    const environment = await this.make(integration, event, isTrusted);
    const written = { text: JSON.stringify(environment), signedWith: this.keys.all(integration).map(signingSecretOf) };
    known.set(key, written);
    return written;
  }

  private async make(
    integration: IntegrationEntity,
    event: SentEvent,
    isTrusted: boolean,
  ): Promise<IntegrationEnvironment> {
    const installation = event.installationId ? await this.installations.byId(event.installationId) : undefined;
    const [key] = this.keys.all(integration);
    const access = { configure: isTrusted };
    const secretOf = (id: string | undefined) => (id && isTrusted ? derivedSecret(key, id) : undefined);
    const [presented, secrets, contents, token, installationToken] = await Promise.all([
      this.present(integration),
      this.secrets.open(integration.id),
      this.contentsOf(integration, installation?.id, event, isTrusted),
      this.token(integration.id, null),
      installation && isTrusted ? this.token(integration.id, installation.id) : undefined,
    ]);
    const apiTokens = { integration: token, ...(installationToken && { installation: installationToken }) };
    return {
      integration: presented,
      ...(installation && {
        installation: presentInstallation(installation, integration.name, this.addresses, access),
      }),
      ...contents,
      secrets,
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
    installation: string | undefined,
    { payload: { spaceId, siteId } }: SentEvent,
    configure: boolean,
  ): Promise<Pick<IntegrationEnvironment, 'spaceInstallation' | 'siteInstallation'>> {
    if (installation === undefined) return {};
    const context = { integration: name, addresses: this.addresses, configure };
    const space = spaceId === undefined ? undefined : await this.contents.find(installation, 'space', String(spaceId));
    const site = siteId === undefined ? undefined : await this.contents.find(installation, 'site', String(siteId));
    return {
      ...(space && { spaceInstallation: presentContentInstallation.space(space, context) }),
      ...(site && { siteInstallation: presentContentInstallation.site(site, context) }),
    };
  }

  private async token(integration: string, installation: string | null): Promise<string> {
    const key = `${integration} ${installation}`;
    const token = this.issued.get(key) ?? (await this.tokens.issue(integration, installation));
    this.issued.set(key, token, { noUpdateTTL: true });
    return token;
  }

  private async present(integration: IntegrationEntity): Promise<Integration> {
    const owner = await this.owner(integration.organizationId);
    return { ...presentIntegration(integration, anonymous, this.addresses), owner };
  }

  private async owner(id: string): Promise<Organization> {
    const known = this.owners.get(id);
    if (known) return known;
    const owners = await this.rpc.callBatch(organizationCards, [id], anonymous);
    const owner = owners[id] ?? organizationCards.missing!(id);
    this.owners.set(id, owner);
    return owner;
  }
}
