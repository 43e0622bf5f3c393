import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { invalid, unavailable } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { normalDomain } from './email-address';
import { isPublicMailDomain } from './public-mail';
import { isPublicSuffix } from './public-suffix';

/** A resolver of TXT records: each is a list of strings that belong together (RFC 7208, section 3.3). */
export interface TxtResolver {
  resolveTxt(domain: string): Promise<string[][]>;
}

/** The injection token of the `TxtResolver`. */
export const TXT_RESOLVER = Symbol('TXT resolver');

export const systemResolver = (): TxtResolver => new Resolver({ timeout: 2_000, tries: 2 });

/** Errors of a name server for a record that does not exist. */
const absent = ['ENOTFOUND', 'ENODATA'];

/**
 * Verifies the ownership of e-mail domains. With `EMAIL_DOMAIN_VERIFICATION=dns` a domain counts for an
 * organization only while a TXT record of the domain confirms it.
 */
@Injectable()
export class DomainOwnership {
  constructor(
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(IDENTITY_CONFIG) private readonly identity: IdentityConfig,
    @Inject(TXT_RESOLVER) private readonly resolver: TxtResolver,
  ) {}

  /**
   * The normalized, distinct domains that an organization may list. `known` are those it lists already. Throws 400 for
   * an invalid domain, for public mail, and for a domain whose ownership is not verified.
   */
  async accept(organization: string, domains: string[], known: string[]): Promise<string[]> {
    const accepted = [...new Set(domains.map(checked))];
    for (const domain of accepted.filter((domain) => !known.includes(domain))) {
      if ((await this.owners(domain, [organization])).length > 0) continue;
      const message = `emailDomains contains a domain that is not verified: add the TXT record ${this.record(organization, domain)} to ${domain}`;
      throw invalid('body.emailDomains', message);
    }
    return accepted;
  }

  /** The owners of the domain among the organizations that list it. Throws 503 when the name server does not answer. */
  async owners(domain: string, organizations: string[]): Promise<string[]> {
    if (isPublicMailDomain(domain) || isPublicSuffix(domain)) return [];
    if (this.identity.EMAIL_DOMAIN_VERIFICATION === 'off' || organizations.length === 0) return organizations;
    const records = await this.records(domain);
    return organizations.filter((organization) =>
      secretKeysOf(this.config).some((key) => records.includes(this.record(organization, domain, key))),
    );
  }

  /** The TXT record with which a domain's owner confirms that the domain belongs to the organization. */
  private record(organization: string, domain: string, key = this.config.SECRET_KEY): string {
    const proof = createHmac('sha256', key).update(`domain ${organization} ${domain}`);
    return `bindery-domain-verification=${proof.digest('base64url').slice(0, 32)}`;
  }

  private async records(domain: string): Promise<string[]> {
    try {
      return (await this.resolver.resolveTxt(domain)).map((parts) => parts.join('').trim());
    } catch (error) {
      if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw unavailable(`The TXT records of ${domain} cannot be read`);
    }
  }
}

function checked(domain: string): string {
  const normal = normalDomain(domain);
  if (!normal) throw invalid('body.emailDomains', `emailDomains contains an invalid domain: ${domain}`);
  if (isPublicSuffix(normal))
    throw invalid('body.emailDomains', `emailDomains must not have ${normal}, because others own domains below it`);
  if (isPublicMailDomain(normal)) {
    throw invalid('body.emailDomains', `emailDomains must not have ${normal}, because anyone can get an address there`);
  }
  return normal;
}
