import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, readConfiguration, type PublishIntegration as Body } from '@bindery/contracts';
import { isUniqueViolation } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { storeImage } from '../registry/images';
import type { Images, IntegrationEntity, Manifest } from '../registry/integration.entity';
import { IntegrationRepository, type PublishedFields } from '../registry/integration.repository';
import { SecretRepository } from '../registry/secret.repository';
import { SigningKeys } from '../registry/signing-keys';
import { unfurlAddress } from '../registry/unfurl-address';

/** The fields of an integration's manifest, ready to be stored: its script and images are in the storage already. */
type PreparedManifest = Omit<PublishedFields, 'id' | 'name' | 'organizationId' | 'signingSecret'>;

@Injectable()
export class PublishIntegration {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly secrets: SecretRepository,
    private readonly storage: Storage,
    private readonly keys: SigningKeys,
  ) {}

  /** Stores script and images. Throws 400 for an invalid image. */
  async prepare(organization: string, body: Body): Promise<PreparedManifest> {
    const images: Images = {
      ...(body.icon && { icon: await storeImage(this.storage, organization, body.icon, 'body.icon') }),
      previews: await Promise.all(
        (body.previewImages ?? []).map((image) => storeImage(this.storage, organization, image, 'body.previewImages')),
      ),
    };
    const { runtime, title, description, summary = null, visibility, target } = body;
    return {
      ...{ runtime, title, description, summary, visibility, target, images },
      scopes: [...new Set(body.scopes)],
      categories: [...new Set(body.categories)],
      blockDomains: domainsOf(body.blocks ?? []),
      manifest: manifestOf(body),
      scriptKey: await this.storeScript(organization, body.script),
    };
  }

  /** In the caller's transaction: the first or a further version. Throws 409 when the name belongs to another integration. */
  async run(
    { id, name, organizationId }: Pick<IntegrationEntity, 'id' | 'name' | 'organizationId'>,
    prepared: PreparedManifest,
    secrets?: Record<string, string>,
  ): Promise<{ integration: IntegrationEntity; isNew: boolean }> {
    const known = await this.integrations.lockByName(name);
    if (known && (known.organizationId !== organizationId || known.name !== name)) throw nameTaken();
    const integration = known?.id ?? id;
    if (known) await this.integrations.publish({ id: integration, ...prepared });
    else await this.insert({ id, name, organizationId, ...prepared });
    if (secrets) await this.secrets.replace(integration, secrets);
    return { integration: (await this.integrations.byId(integration))!, isNew: !known };
  }

  private async insert(published: Omit<PublishedFields, 'signingSecret'>): Promise<void> {
    const signingSecret = this.keys.create(published.id);
    await this.integrations.insert({ ...published, signingSecret }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'integration_name') ? nameTaken() : error;
    });
  }

  private async storeScript(organization: string, script: string): Promise<string> {
    const bytes = Buffer.from(script);
    const key = `integrations/${organization}/${createHash('sha256').update(bytes).digest('hex')}`;
    await this.storage.put(key, bytes, { contentType: 'text/javascript', size: bytes.length });
    return key;
  }
}

const nameTaken = () => conflict('Another integration has this name; choose another one');

function manifestOf({ blocks, contentSources, configurations, externalLinks, contentSecurityPolicy }: Body): Manifest {
  const clean = Object.entries(configurations ?? {}).flatMap(([name, schema]) => {
    const read = readConfiguration(schema);
    return typeof read === 'string' ? [] : [[name, read] as const];
  });
  return {
    ...(blocks && { blocks }),
    ...(contentSources && { contentSources }),
    ...(configurations && { configurations: Object.fromEntries(clean) }),
    externalLinks: externalLinks ?? [],
    ...(contentSecurityPolicy && { contentSecurityPolicy }),
  };
}

/** The hosts of the addresses that blocks unfurl, which may be written without a scheme. */
function domainsOf(blocks: NonNullable<Body['blocks']>): string[] {
  const hosts = blocks
    .flatMap(({ urlUnfurl = [] }) => urlUnfurl)
    .flatMap((entry) => unfurlAddress(entry)?.hostname.replace(/^\*\./, '') ?? []);
  return [...new Set(hosts)];
}
