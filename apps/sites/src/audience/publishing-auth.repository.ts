import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { Database, newId, randomText } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { PublishingAuthEntity } from './audience.entities';
import { SiteSecrets } from './site-secrets';

/** The authentication of a site's visitors, with the key. */
export type PublishingAuth = Omit<PublishingAuthEntity, 'sealedKey'> & { privateKey: string };

/** 43 of 62 characters: 256 bits, as HS256 requires. */
const keyLength = 43;
const columns = `site_id as "siteId", backend, integration, fallback_url as "fallbackUrl", sealed_key as "sealedKey", key_id as "keyId"`;

@Injectable()
export class PublishingAuthRepository {
  private readonly secrets: SiteSecrets;

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  /** A site's settings; they, and the key, are created on first use. */
  async get(siteId: string): Promise<PublishingAuth> {
    const known = await this.find(siteId);
    if (known) return known;
    await this.db.run(
      `insert into publishing_auth (site_id, sealed_key, key_id) values ($1, $2, $3) on conflict (site_id) do nothing`,
      [siteId, this.newKey(siteId), newId()],
    );
    return (await this.find(siteId))!;
  }

  async update(
    siteId: string,
    change: Partial<Pick<PublishingAuthEntity, 'backend' | 'integration' | 'fallbackUrl'>>,
  ): Promise<void> {
    await this.get(siteId);
    if (Object.keys(change).length > 0) await this.db.manager.update(PublishingAuthEntity, { siteId }, change);
  }

  /** Replaces the key; earlier ones are no longer valid. */
  async regenerate(siteId: string): Promise<void> {
    await this.get(siteId);
    const change = { sealedKey: this.newKey(siteId), keyId: newId() };
    await this.db.manager.update(PublishingAuthEntity, { siteId }, change);
  }

  private async find(siteId: string): Promise<PublishingAuth | undefined> {
    const [row] = await this.db.query<PublishingAuthEntity>(
      `select ${columns} from publishing_auth where site_id = $1`,
      [siteId],
    );
    if (!row) return undefined;
    const { sealedKey, ...settings } = row;
    return { ...settings, privateKey: this.secrets.open(sealedKey, siteId) };
  }

  private newKey(siteId: string): string {
    return this.secrets.seal(randomText(keyLength), siteId);
  }
}
