import { domainToASCII } from 'node:url';

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const domainPattern = new RegExp(`^(${label}\\.)+${label}$`);
/** Whatever ends or escapes a host name in an address, which is what `domainToASCII` reads. */
const notOfDomains = /[/?#\\@:%[\]<>^|]/;

/**
 * A domain as it is compared: lower-case ASCII, with labels in other scripts as IDNA has them (RFC 5891, UTS 46), without
 * the dot of the root. Undefined for what is no domain with at least two labels.
 */
export function normalDomain(domain: string): string | undefined {
  if (notOfDomains.test(domain)) return undefined;
  const ascii = domainToASCII(domain.trim().replace(/\.$/, ''));
  return ascii.length <= 253 && domainPattern.test(ascii) && !/\.\d+$/.test(ascii) ? ascii : undefined;
}

/** An e-mail address as it is compared: in lower case, with a normal domain. Undefined for what is none. */
export function normalEmail(email: string): string | undefined {
  const parts = /^([^\s@]{1,64})@([^\s@]+)$/.exec(email.trim());
  const domain = parts && normalDomain(parts[2]!);
  return domain ? `${parts[1]!.toLowerCase()}@${domain}` : undefined;
}

/** The domain of an address, as `normalDomain` has it. */
export const domainOf = (email: string): string | undefined => normalDomain(email.slice(email.lastIndexOf('@') + 1));
