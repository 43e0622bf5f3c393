import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { parse } from 'ipaddr.js';
import { ApiError } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';

/** Seconds over which attempts are counted. */
const window = 600;

/** Holds back who signs in too often: counted for all replicas in one place, kept also when the attempt fails. */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly db: Database,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Throws 429 when mails were asked for too often, for this e-mail address or from this network address. */
  async beforeMail(email: string, address: string): Promise<void> {
    await this.count(`address ${networkOf(address)}`, this.config.SIGN_IN_PER_ADDRESS);
    // Counted for every address, known or not: the answer tells nothing.
    await this.count(`email ${email}`, this.config.SIGN_IN_PER_EMAIL);
  }

  /** Throws 429 when too much was tried from this network address. */
  beforeTry(address: string): Promise<void> {
    return this.count(`try ${networkOf(address)}`, 2 * this.config.SIGN_IN_PER_ADDRESS);
  }

  /** Throws 429 when providers were gone through too often; a company's people may share one network address. */
  beforeProvider(address: string): Promise<void> {
    return this.count(`provider ${networkOf(address)}`, 20 * this.config.SIGN_IN_PER_ADDRESS);
  }

  private async count(subject: string, most: number): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const key = createHash('sha256').update(subject).digest('base64url');
    const [row] = await this.db.query<{ attempts: number; wait: number }>(
      `insert into sign_in_limit as l (key, attempts, resets_at) values ($1, 1, now() + $2 * interval '1 second')
       on conflict (key) do update set
         attempts = case when l.resets_at <= now() then 1 else l.attempts + 1 end,
         resets_at = case when l.resets_at <= now() then excluded.resets_at else l.resets_at end
       returning attempts, ceil(extract(epoch from resets_at - now()))::int as wait`,
      [key, window],
    );
    if (row!.attempts === 1) await this.db.run(`delete from sign_in_limit where resets_at < now() - interval '1 hour'`);
    if (row!.attempts > most)
      throw new ApiError(429, 'There were too many attempts to sign in; try again later', undefined, row!.wait);
  }
}

/** One subscriber: the address, or for IPv6 its network of 64 bits, out of which a subscriber has every address. */
function networkOf(address: string): string {
  try {
    const parsed = parse(address);
    if (parsed.kind() === 'ipv4') return parsed.toString();
    const octets = parsed.toByteArray();
    const mapped = octets.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
    return mapped ? octets.slice(12).join('.') : Buffer.from(octets.slice(0, 8)).toString('hex');
  } catch {
    return 'unknown';
  }
}
