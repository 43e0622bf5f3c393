import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { Encryptor } from '@bindery/secrets';

/** The secrets of integrations. Each is encrypted for its row, so that a moved row cannot be decrypted. */
@Injectable()
export class SecretRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Encryptor,
  ) {}

  /** Replaces all secrets of the integration. */
  async replace(integration: string, secrets: Record<string, string>): Promise<void> {
    await this.db.run(`delete from integration_secret where integration_id = $1`, [integration]);
    const entries = Object.entries(secrets);
    await this.db.run(
      `insert into integration_secret (integration_id, name, sealed) select $1, * from unnest($2::text[], $3::text[])`,
      [
        integration,
        entries.map(([name]) => name),
        entries.map(([name, value]) => this.sealer.seal(value, contextOf(integration, name))),
      ],
    );
  }

  /** The decrypted secrets, by name. */
  async open(integration: string): Promise<Record<string, string>> {
    const rows = await this.db.query<{ name: string; sealed: string }>(
      `select name, sealed from integration_secret where integration_id = $1 order by name`,
      [integration],
    );
    return Object.fromEntries(
      rows.map(({ name, sealed }) => [name, this.sealer.open(sealed, contextOf(integration, name))]),
    );
  }
}

const contextOf = (integration: string, name: string): string => `secret ${integration} ${name}`;
