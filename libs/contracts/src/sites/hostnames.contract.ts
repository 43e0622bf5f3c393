import { call, contract, del, get, internal, patch } from '../core/endpoint';
import { Const, Flag, Id, Nested, OneOf, Text, Url } from '../core/fields';
import { Hostname } from './sites.dto';

class SitePointer {
  @Const('site') type!: 'site';
  @Id() site!: string;
}

class CustomHostnameUrls {
  @Url() location!: string;
}

const hostnameStatuses = ['live', 'dns_passed', 'dns_wrong_cname', 'dns_no_cname', 'internal_error'] as const;
export type HostnameStatus = (typeof hostnameStatuses)[number];

export class CustomHostname {
  @Const('custom-hostname') object!: 'custom-hostname';
  @Hostname() hostname!: string;
  @Nested(() => SitePointer) target!: SitePointer;
  @Flag({ description: 'Whether the site is served at the host name.' }) isActive!: boolean;
  @OneOf(hostnameStatuses, { optional: true, description: 'The result of the last DNS check.' })
  status?: HostnameStatus;
  @Nested(() => CustomHostnameUrls) urls!: CustomHostnameUrls;
}

export const customHostnames = contract('sites', 'Custom host names', {
  getCustomHostname: get('/custom-hostnames/:hostname', {
    summary: 'Get the state of a custom host name',
    returns: CustomHostname,
  }),
  dnsRevalidateCustomHostname: patch('/custom-hostnames/:hostname', {
    summary: 'Check the DNS of a custom host name again, and serve the site there if it leads here',
    returns: CustomHostname,
    errors: [409, 412],
  }),
  removeCustomHostname: del('/custom-hostnames/:hostname', {
    summary: 'Remove a custom host name from its site',
    errors: [412],
  }),
});

class AskHostname {
  @Text({ max: 512 }) hostname!: string;
}

class KnownHostname {
  @Flag() isActive!: boolean;
}

export const hostnameCalls = internal('sites', {
  /** Whether a site is served at a custom host name, and a certificate for it may be asked for. */
  isCustomHostname: call({ body: AskHostname, returns: KnownHostname }),
});
