import { getPublicSuffix } from 'tldts';

/**
 * Whether anyone can register a domain below this one (https://publicsuffix.org/list), such as co.uk and github.io. The
 * readers of mail in such a domain do not belong to one organization.
 */
export const isPublicSuffix = (domain: string): boolean =>
  getPublicSuffix(domain, { allowPrivateDomains: true, extractHostname: false }) === domain;
