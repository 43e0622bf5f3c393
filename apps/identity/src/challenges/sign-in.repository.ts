import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Minutes for which a sign-in is valid. */
const validFor = 10;
const maxTries = 5;

/** A sign-in that waits for the proof of an e-mail address. */
interface SignInRow {
  id: string;
  email: string;
  /** The provider that asserted the address, and its name for the user, when the proof is to link an account. */
  samlProvider: string | null;
  samlSubject: string | null;
  /** The hash of the secret of the browser in which it began; null where no browser is known. */
  browser: string | null;
}

const columns = `id, email, saml_provider_id as "samlProvider", saml_subject as "samlSubject", browser`;

@Injectable()
export class SignInRepository {
  constructor(private readonly db: Database) {}

  async insert({ id, email, samlProvider, samlSubject, browser }: SignInRow): Promise<void> {
    await this.db.run(`delete from sign_in where expires_at < now() - interval '1 day'`);
    await this.db.run(
      `insert into sign_in (id, email, saml_provider_id, saml_subject, browser, expires_at)
       values ($1, $2, $3, $4, $5, now() + $6 * interval '1 minute')`,
      [id, email, samlProvider, samlSubject, browser, validFor],
    );
  }

  /** The sign-in, if it is still valid. */
  async find(id: string): Promise<SignInRow | undefined> {
    const [row] = await this.db.query<SignInRow>(
      `select ${columns} from sign_in where id = $1 and expires_at > now()`,
      [id],
    );
    return row;
  }

  /** Counts a try to guess the code; returns whether it is allowed. */
  async tried(id: string): Promise<boolean> {
    const counted = await this.db.run(
      `update sign_in set tries = tries + 1 where id = $1 and tries < $2 and expires_at > now()`,
      [id, maxTries],
    );
    return counted === 1;
  }

  /** Takes the sign-in; of two concurrent calls, one gets it. */
  async take(id: string): Promise<SignInRow | undefined> {
    const [row] = await this.db.query<SignInRow>(
      `delete from sign_in where id = $1 and expires_at > now() returning ${columns}`,
      [id],
    );
    return row;
  }
}
