import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { audienceOf, type Principal, type ServiceName } from '@bindery/contracts';
import type { Keyring } from './keyring';

/** The validity of a grant in milliseconds: longer than any operation takes. */
const life = 60_000;
/** Milliseconds for which a signature is reused. */
const reuse = 10_000;
/** The tolerated clock skew, in milliseconds. */
const skew = 5_000;

const separator = '.';

/**
 * The gateway's signature of a principal: `<until>.<services>.<signature>`. The named services may pass the principal on to
 * services that they call for it. The signature covers the principal as JSON.
 */
const textOf = (until: string, audience: string, principal: string): Buffer =>
  Buffer.from(`bindery principal 1\n${until}\n${audience}\n${principal}`);

/** Issues grants. The gateway caches a principal as one object, and signs it once in that time. */
export class GrantIssuer {
  private readonly made = new WeakMap<Principal, Map<string, { grant: string; until: number }>>();

  constructor(private readonly keyring: Keyring) {}

  /** Undefined for anonymous principals, and for services that pass no principal on. */
  grant(principal: Principal, service: ServiceName): string | undefined {
    if (principal.kind === 'anonymous') return undefined;
    const audience = audienceOf(service).join('+');
    if (!audience) return undefined;
    let made = this.made.get(principal);
    if (!made) this.made.set(principal, (made = new Map()));
    const known = made.get(audience);
    if (known && known.until - Date.now() > life - reuse) return known.grant;
    const until = Date.now() + life;
    const signature = this.keyring.sign(textOf(String(until), audience, JSON.stringify(principal)));
    const grant = [until, audience, signature].join(separator);
    made.set(audience, { grant, until });
    return grant;
  }
}

/** Verifies each grant once. Keeps a hash of its principal, because principals may be large. */
export class GrantVerifier {
  private readonly verified = new LRUCache<string, string>({ max: 5_000 });

  constructor(private readonly keyring: Keyring) {}

  /** The fault of the grant with which `sender` acts for the principal; undefined if it is valid. */
  fault(grant: string, principal: Principal, sender: string): string | undefined {
    const [until = '', audience = '', signature = ''] = grant.split(separator);
    if (!(Number(until) + skew > Date.now())) return 'its principal has expired';
    if (Number(until) > Date.now() + life + skew) return 'its principal is of another time';
    if (!audience.split('+').includes(sender)) return `its principal was not given to ${sender}`;
    const json = JSON.stringify(principal);
    const hash = createHash('sha256').update(json).digest('base64');
    if (this.verified.get(grant) === hash) return undefined;
    if (!this.keyring.verifies('gateway', textOf(until, audience, json), Buffer.from(signature, 'base64url')))
      return 'its principal is not signed by the gateway';
    this.verified.set(grant, hash);
    return undefined;
  }
}
