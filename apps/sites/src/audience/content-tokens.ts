import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { contentTokenPattern } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { CLOCK, CONFIG, type Clock } from '@bindery/service';
import type { Claims } from './claims';
import { ContentTokenRepository, type Admission } from './content-token.repository';
import { SiteSecrets } from './site-secrets';

const hour = 60 * 60 * 1000;
/** The minimum remaining lifetime, in milliseconds, of a token that is issued. */
const grace = 15 * 60 * 1000;

/** The way a reader was admitted to a site: `public`, `share-link:<id>`, `visitor-auth:<key id>`, `preview`. */
type AdmissionMethod = string;

/** Issues and verifies content tokens. Within an hour readers with the same claims share one, so reading pages writes nothing. */
@Injectable()
export class ContentTokens {
  private readonly secrets: SiteSecrets;

  constructor(
    private readonly tokens: ContentTokenRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  /** A token for a reader who was admitted. */
  async issue(siteId: string, admittedBy: AdmissionMethod, claims: Claims): Promise<string> {
    const now = this.clock().getTime();
    const expiresAt = new Date(Math.floor(now / hour) * hour + hour + grace);
    const claimsHash = createHash('sha256').update(JSON.stringify(claims)).digest('base64url');
    const key = { siteId, admittedBy, claimsHash, expiresAt };
    const id = (await this.tokens.find(key)) ?? (await this.tokens.add({ ...key, id: newId(now), claims }));
    const exp = Buffer.from(JSON.stringify({ exp: expiresAt.getTime() / 1000 })).toString('base64url');
    return `${id}.${exp}.${this.secrets.macOf(`${id}.${exp}`)}`;
  }

  /** The admissions of valid tokens: issued here, not expired, and for readers who would be admitted again. */
  async admissions(tokens: readonly string[]): Promise<Map<string, Admission>> {
    const ids = new Map<string, string>();
    for (const token of tokens) {
      const [id = '', exp = '', mac = ''] = token.split('.');
      if (contentTokenPattern.test(token) && this.secrets.isMac(`${id}.${exp}`, mac)) ids.set(id, token);
    }
    if (ids.size === 0) return new Map();
    const admissions = await this.tokens.valid([...ids.keys()], this.clock());
    return new Map(admissions.map((admission) => [ids.get(admission.id)!, admission]));
  }
}
