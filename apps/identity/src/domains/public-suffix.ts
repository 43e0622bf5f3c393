import { getPublicSuffix } from 'tldts';

/**
 * Whether everybody can have a domain below this one (https://publicsuffix.org/list), such as co.uk and github.io. Whoever
 * reads mail in one of those does not belong to one organization.
 */
export const isPublicSuffix = (domain: string): boolean =>
  getPublicSuffix(domain, { allowPrivateDomains: true, extractHostname: false }) === domain;
