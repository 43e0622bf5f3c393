import { processSettings, readConfig } from '@bindery/config';
import type { MemberRole, Principal, ProcessName, ServiceName } from '@bindery/contracts';
import { GrantIssuer, keepGrant, Keyring } from '@bindery/messaging';
import { signingSettings } from './test-keys';

const { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS } = processSettings;

const settings = { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS };
const keyrings = new Map<ProcessName, Keyring>();

/** With the keys that a process has in tests. Made once for each process: to derive all keys takes longer than most calls. */
export function keyringOf(name: ProcessName): Keyring {
  const keyring = keyrings.get(name) ?? new Keyring(name, readConfig(settings, signingSettings(name)));
  keyrings.set(name, keyring);
  return keyring;
}

/** A principal as the gateway makes one from a token. */
export const principalOf = (user: string, organization: string, role: MemberRole | null = 'admin'): Principal => ({
  kind: 'user',
  user,
  token: 'test',
  organizations: { [organization]: { role, teams: {} } },
});

/** A principal as a service has it that the gateway asked for its user: the service may ask others for it. */
export function granted(principal: Principal, service: ServiceName): Principal {
  const given = { ...principal };
  keepGrant(given, new GrantIssuer(keyringOf('gateway')).grant(given, service)!);
  return given;
}
