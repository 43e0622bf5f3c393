import { domainToASCII } from 'node:url';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const domainPattern = new RegExp(`^(${label}\\.)+${label}$`);
/** Characters that end or escape a host name in the input of `domainToASCII`. */
const notOfDomains = /[/?#\\@:%[\]<>^|]/;

/**
 * A domain in normal form for comparison: lower-case ASCII, with other scripts in IDNA (RFC 5891, UTS 46), without
 * the dot of the root. Undefined for an invalid domain, or one with less than two labels.
 */
export function normalDomain(domain: string): string | undefined {
  if (notOfDomains.test(domain)) return undefined;
  const ascii = domainToASCII(domain.trim().replace(/\.$/, ''));
  return ascii.length <= 253 && domainPattern.test(ascii) && !/\.\d+$/.test(ascii) ? ascii : undefined;
}

/** An e-mail address in normal form for comparison: in lower case, with a normal domain. Undefined for an invalid one. */
export function normalEmail(email: string): string | undefined {
  const parts = /^([^\s@]{1,64})@([^\s@]+)$/.exec(email.trim());
  const domain = parts && normalDomain(parts[2]!);
  return domain ? `${parts[1]!.toLowerCase()}@${domain}` : undefined;
}

/** The domain of an address, in the form of `normalDomain`. */
export const domainOf = (email: string): string | undefined => normalDomain(email.slice(email.lastIndexOf('@') + 1));
