import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  customHostnames as contract,
  hostnameCalls,
  notFound,
  type CustomHostname,
  type HostnameStatus,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, withVersion } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { EditSite, type EditedSite } from '../model/edit-site';
import { PlatformHosts } from '../model/platform-hosts';
import type { SiteEntity } from '../model/site.entity';
import { SiteRepository } from '../model/site.repository';
import { DnsLookup } from './dns-lookup';

@Controller()
export class HostnamesController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly edit: EditSite,
    private readonly dns: DnsLookup,
    private readonly hosts: PlatformHosts,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.getCustomHostname)
  async get({ params, principal }: RequestOf<typeof contract.getCustomHostname>) {
    const site = await this.load(principal, params.hostname);
    return withVersion(this.present(site), site.version);
  }

  @Handles(contract.dnsRevalidateCustomHostname)
  async revalidate(request: RequestOf<typeof contract.dnsRevalidateCustomHostname>) {
    const { params, principal } = request;
    const { organizationId, id: siteId } = await this.load(principal, params.hostname);
    const found = await this.dns.check(params.hostname);
    const work = async ({ site }: EditedSite) => {
      if (site.hostname !== params.hostname) throw notFound('Custom host name');
      const hostnameStatus: HostnameStatus = found === 'dns_passed' ? 'live' : found;
      await this.sites.update(siteId, { hostnameActive: found === 'dns_passed', hostnameStatus });
    };
    const edited = { params: { organizationId, siteId }, principal };
    return this.edit.run(edited, { needs: 'admin', work }, ({ site }) => this.present(site));
  }

  @Handles(contract.removeCustomHostname)
  async remove({ params, principal }: RequestOf<typeof contract.removeCustomHostname>) {
    const site = await this.sites.findByHostname(principal, params.hostname);
    if (!site) return;
    const request = { params: { organizationId: site.organizationId, siteId: site.id }, principal };
    await this.edit.remove(request, {
      needs: 'admin',
      has: ({ site: { hostname } }) => hostname === params.hostname,
      work: () => this.sites.update(site.id, { hostname: null, hostnameActive: false, hostnameStatus: null }),
    });
  }

  @Handles(hostnameCalls.isCustomHostname)
  async isCustomHostname({ body }: RequestOf<typeof hostnameCalls.isCustomHostname>) {
    const hostname = body.hostname.toLowerCase();
    return { isActive: !this.hosts.has(hostname) && (await this.sites.isServedAt(hostname)) };
  }

  /** The site that has the name, among those that the caller may see. Throws 404. */
  private async load(principal: Principal, hostname: string): Promise<SiteEntity> {
    const site = await this.sites.findByHostname(principal, hostname);
    if (!site) throw notFound('Custom host name');
    return site;
  }

  private present({ id, hostname, hostnameActive, hostnameStatus }: SiteEntity): CustomHostname {
    return {
      object: 'custom-hostname',
      hostname: hostname!,
      target: { type: 'site', site: id },
      isActive: hostnameActive,
      ...(hostnameStatus && { status: hostnameStatus as HostnameStatus }),
      urls: { location: `${this.config.PUBLIC_URL}/v1/custom-hostnames/${hostname}` },
    };
  }
}
