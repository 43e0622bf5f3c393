import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Minutes in which a request must be answered. */
const validFor = 10;
/** The maximum of responses to one request that are checked. */
const maxTries = 5;

/** A sign-in request to a provider, sent through a browser. */
interface SamlRequest {
  id: string;
  provider: string;
  relayState: string;
  /** The hash of the secret of the browser; null for a request of a gateway of the release before. */
  browser: string | null;
}

/** Requests that wait for their response, used assertions, and the users of providers' subjects. */
@Injectable()
export class SamlSignInRepository {
  constructor(private readonly db: Database) {}

  async addRequest({ id, provider, relayState, browser }: SamlRequest): Promise<void> {
    await this.db.run(`delete from saml_request where expires_at < now()`);
    await this.db.run(`delete from saml_assertion where expires_at < now()`);
    await this.db.run(
      `insert into saml_request (id, provider_id, relay_state, browser, expires_at)
       values ($1, $2, $3, $4, now() + $5 * interval '1 minute')`,
      [id, provider, relayState, browser, validFor],
    );
  }

  /**
   * The id of the request that was made to the provider from that browser; undefined where there is none. Counts the
   * responses to it: only a few are checked, valid or not.
   */
  async findRequest({ provider, relayState, browser }: Omit<SamlRequest, 'id'>): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }>(
      `update saml_request set tries = tries + 1
       where relay_state = $1 and provider_id = $2 and browser is not distinct from $3 and tries < $4 and expires_at > now()
       returning id`,
      [relayState, provider, browser, maxTries],
    );
    return row?.id;
  }

  /** Takes the request; of two responses to it, one gets it. */
  async takeRequest(id: string): Promise<boolean> {
    const taken = await this.db.run(`delete from saml_request where id = $1 and expires_at > now()`, [id]);
    return taken === 1;
  }

  /** Stores the assertion; returns whether it is new. */
  async addAssertion(provider: string, assertion: string, expiresAt: Date): Promise<boolean> {
    const added = await this.db.run(
      `insert into saml_assertion (provider_id, assertion_id, expires_at) values ($1, $2, $3) on conflict do nothing`,
      [provider, assertion, expiresAt],
    );
    return added === 1;
  }

  /** The user who is linked to a provider's subject. */
  async userOf(provider: string, subject: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ user: string }>(
      `select user_id as "user" from saml_identity where provider_id = $1 and subject = $2`,
      [provider, subject],
    );
    return row?.user;
  }

  /** Removes the links of a user to providers' subjects. */
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
