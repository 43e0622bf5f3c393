import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Minutes. */
const validFor = 10;
const maxTries = 5;

/** Someone who is about to prove that an e-mail address is theirs. */
interface SignInRow {
  id: string;
  email: string;
  /** The provider that asserted the address, and its name for the person, when the proof is to link an account. */
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

  /** The sign-in, if it is still of use. */
  async find(id: string): Promise<SignInRow | undefined> {
    const [row] = await this.db.query<SignInRow>(
      `select ${columns} from sign_in where id = $1 and expires_at > now()`,
      [id],
    );
    return row;
  }

  /** Counts a try to guess the code; answers whether it may be made. */
  async tried(id: string): Promise<boolean> {
    const counted = await this.db.run(
      `update sign_in set tries = tries + 1 where id = $1 and tries < $2 and expires_at > now()`,
      [id, maxTries],
    );
    return counted === 1;
  }

  /** Uses the sign-in up; of two that try at once, one gets it. */
  async take(id: string): Promise<SignInRow | undefined> {
    const [row] = await this.db.query<SignInRow>(
      `delete from sign_in where id = $1 and expires_at > now() returning ${columns}`,
      [id],
    );
    return row;
  }
}
