import { visitsByToken, type Visit, type VisitPrincipal } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { fakeBatch, type Fake } from './fakes';

/** Readers whom a site has let in, as content knows them by their tokens. */
export class FakeVisits {
  private readonly principals = new Map<string, VisitPrincipal>();

  /** A content token of a reader. */
  tokenOf(visit: Visit): string {
    const claims = Buffer.from(JSON.stringify({ exp: Math.ceil(Date.now() / 1000) + 3_600 })).toString('base64url');
    const token = `${newId()}.${claims}.${newId().slice(-8)}`;
    this.principals.set(token, { kind: 'visitor', user: '', token, organizations: {}, visit });
    return token;
  }

  get fake(): Fake {
    return fakeBatch(visitsByToken, (tokens) => {
      const known = tokens.flatMap((token) => this.principals.get(token) ?? []);
      return Object.fromEntries(known.map((principal) => [principal.token, principal]));
    });
  }
}
