import { Inject, Injectable } from '@nestjs/common';
import type { IntegrationScope, Selection } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import { createToken, hashToken } from '@bindery/secrets';
import { CLOCK, type Clock } from '@bindery/service';

const hour = 60 * 60 * 1000;

/** The integration or installation of a token, and its permissions. */
export interface TokenHolder {
  hash: string;
  token: string;
  integration: string;
  name: string;
  scopes: IntegrationScope[];
  installation: string | null;
  organization: string | null;
  spaceSelection: Selection | null;
  siteSelection: Selection | null;
  spaces: string[];
  sites: string[];
}

const selected = (kind: string) =>
  `array(select c.content_id from content_installation c where c.installation_id = n.id and c.kind = '${kind}')`;

@Injectable()
export class AccessTokenRepository {
  constructor(
    private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Issues a new token, valid for an hour: for the installation if one is given, else for the integration. */
  async issue(integration: string, installation: string | null): Promise<string> {
    const token = createToken(installation ? 'installation' : 'integration');
    await this.db.run(
      `insert into access_token (id, hash, integration_id, installation_id, expires_at) values ($1, $2, $3, $4, $5)`,
      [newId(), hashToken(token), integration, installation, new Date(this.clock().getTime() + hour)],
    );
    return token;
  }

  /** The holders of valid tokens, without unpublished integrations and paused installations. */
  holders(hashes: string[]): Promise<TokenHolder[]> {
    return this.db.query<TokenHolder>(
      `select t.hash, t.id as token, i.id as integration, i.name, i.scopes, n.id as installation,
         n.organization_id as organization, n.space_selection as "spaceSelection", n.site_selection as "siteSelection",
         ${selected('space')} as spaces, ${selected('site')} as sites
       from access_token t join integration i on i.id = t.integration_id and i.unpublished_at is null
       left join installation n on n.id = t.installation_id
       where t.hash = any($1) and t.expires_at > $2 and (t.installation_id is null or n.status <> 'paused')`,
      [hashes, this.clock()],
    );
  }

  /** Removes tokens that have expired; returns their number. */
  sweep(): Promise<number> {
    return this.db.run(`delete from access_token where expires_at < $1`, [this.clock()]);
  }
}
