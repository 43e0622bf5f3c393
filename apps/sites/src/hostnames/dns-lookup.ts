import { Resolver } from 'node:dns/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { CONFIG } from '@bindery/service';
import { PlatformHosts } from '../model/platform-hosts';

type DnsFinding = 'dns_passed' | 'dns_no_cname' | 'dns_wrong_cname' | 'internal_error';

/** The functions of a resolver that are needed; `node:dns` has them. */
type DnsResolver = Pick<Resolver, 'resolveCname' | 'resolve4' | 'resolve6'>;

/** The injection token of the resolver. */
export const DNS_RESOLVER = Symbol('dns resolver');
export const systemResolver = (): DnsResolver => new Resolver({ timeout: 2_000, tries: 1 });

const absent = ['ENOTFOUND', 'ENODATA'];

/** Checks whether a host name points to this platform. */
@Injectable()
export class DnsLookup {
  private readonly home: string;

  constructor(
    @Inject(DNS_RESOLVER) private readonly resolver: DnsResolver,
    private readonly hosts: PlatformHosts,
    @Inject(CONFIG) { PUBLIC_URL }: ServiceConfig,
  ) {
    this.home = new URL(PUBLIC_URL).hostname;
  }

  /**
   * It does with a CNAME record for the platform's host, or when all of its addresses are the platform's. The hosts of the
   * platform itself point there as well, and do not pass: they are no site's.
   */
  async check(hostname: string): Promise<DnsFinding> {
    if (this.hosts.has(hostname)) return 'dns_wrong_cname';
    try {
      const names = await this.records(() => this.resolver.resolveCname(hostname));
      if (names.some((name) => name.toLowerCase().replace(/\.$/, '') === this.home)) return 'dns_passed';
      if (names.length > 0) return 'dns_wrong_cname';
      const [own, home] = await Promise.all([this.addresses(hostname), this.addresses(this.home)]);
      if (own.length === 0) return 'dns_no_cname';
      return own.every((address) => home.includes(address)) ? 'dns_passed' : 'dns_wrong_cname';
    } catch {
      return 'internal_error';
    }
  }

  private async addresses(hostname: string): Promise<string[]> {
    const found = await Promise.all([
      this.records(() => this.resolver.resolve4(hostname)),
      this.records(() => this.resolver.resolve6(hostname)),
    ]);
    return found.flat();
  }

  private async records(resolve: () => Promise<string[]>): Promise<string[]> {
    try {
      return await resolve();
    } catch (error) {
      if (absent.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
  }
}
