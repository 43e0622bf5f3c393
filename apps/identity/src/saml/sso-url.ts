import { isIP } from 'node:net';
import { invalid } from '@bindery/contracts';
import { isGlobalUnicast, type AllowList } from '@bindery/outbound';

/** The names that stand for the machine of whoever asks (RFC 6761, section 6.3). */
const localNames = /(^|\.)localhost$/;

/**
 * Throws 400 for an address to which browsers would be sent within their own network, unless the operator allows it. Names
 * are not resolved: only browsers go there, and they may know others than the platform does.
 */
export function checkSsoUrl(ssoURL: string, allow: AllowList): void {
  const { protocol, hostname: written, port } = new URL(ssoURL);
  const hostname = written.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = localNames.test(hostname) ? '127.0.0.1' : isIP(hostname) ? hostname : undefined;
  if (address === undefined || isGlobalUnicast(address)) return;
  const destination = { protocol, hostname, address, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  if (allow.permits(destination)) return;
  throw invalid('body.ssoURL', 'ssoURL leads to a private address; the operator can allow it with OUTBOUND_ALLOW');
}
