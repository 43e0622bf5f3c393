import { isIP } from 'node:net';
import { invalid } from '@bindery/contracts';
import { isGlobalUnicast, type AllowList } from '@bindery/outbound';

/** Names of the local machine (RFC 6761, section 6.3). */
const localNames = /(^|\.)localhost$/;

/**
 * Throws 400 for an address that would redirect browsers into their own network, unless the operator allows it. Names
 * are not resolved: only browsers open the address, and they may resolve other names than the platform does.
 */
export function checkSsoUrl(ssoURL: string, allow: AllowList): void {
  const { protocol, hostname: written, port } = new URL(ssoURL);
  const hostname = written.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = localNames.test(hostname) ? '127.0.0.1' : isIP(hostname) ? hostname : undefined;
  if (address === undefined || isGlobalUnicast(address)) return;
  const destination = { protocol, hostname, address, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  if (allow.permits(destination)) return;
  throw invalid('body.ssoURL', 'ssoURL points to a private address; the operator can allow it with OUTBOUND_ALLOW');
}
