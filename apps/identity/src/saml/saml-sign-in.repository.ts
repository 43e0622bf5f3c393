import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Minutes in which a request must be answered. */
const validFor = 10;

/** Requests that wait for their response, assertions that were used, and who a provider's subjects are. */
@Injectable()
export class SamlSignInRepository {
  constructor(private readonly db: Database) {}

  async addRequest(id: string, provider: string, relayState: string): Promise<void> {
    await this.db.run(`delete from saml_request where expires_at < now()`);
    await this.db.run(`delete from saml_assertion where expires_at < now()`);
    await this.db.run(
      `insert into saml_request (id, provider_id, relay_state, expires_at)
       values ($1, $2, $3, now() + $4 * interval '1 minute')`,
      [id, provider, relayState, validFor],
    );
  }

  /** Uses up the request, which must have been made to this provider; of two responses to it, one gets it. */
  async takeRequest(id: string, provider: string, relayState: string): Promise<boolean> {
    const taken = await this.db.run(
      `delete from saml_request where id = $1 and provider_id = $2 and relay_state = $3 and expires_at > now()`,
      [id, provider, relayState],
    );
    return taken === 1;
  }

  /** Remembers the assertion; answers whether it is new. */
  async addAssertion(provider: string, assertion: string, expiresAt: Date): Promise<boolean> {
    const added = await this.db.run(
      `insert into saml_assertion (provider_id, assertion_id, expires_at) values ($1, $2, $3) on conflict do nothing`,
      [provider, assertion, expiresAt],
    );
    return added === 1;
  }

  /** The user as whom a provider's subject is known. */
  async userOf(provider: string, subject: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ user: string }>(
      `select user_id as "user" from saml_identity where provider_id = $1 and subject = $2`,
      [provider, subject],
    );
    return row?.user;
  }

  /** Forgets as whom providers know a user. */
  async unlink(user: string): Promise<void> {
    await this.db.run(`delete from saml_identity where user_id = $1`, [user]);
  }

  async link(provider: string, subject: string, user: string): Promise<void> {
    await this.db.run(
      `insert into saml_identity (provider_id, subject, user_id) values ($1, $2, $3)
       on conflict (provider_id, subject) do update set user_id = excluded.user_id`,
      [provider, subject, user],
    );
  }
}
