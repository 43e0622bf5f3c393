import { address } from './read-config';

/** The setting of the processes that know the platform's second host. */
export const endpointSettings = {
  INTEGRATIONS_URL: address(
    'the URL under which public endpoints of integrations are served; a separate host keeps pages of scripts apart from the platform; without it, PUBLIC_URL',
    '',
  ),
};

/** The host names of the platform itself, in lower case and without ports: no site may have one of them. */
export const platformHosts = (addresses: { PUBLIC_URL: string; INTEGRATIONS_URL: string }): string[] =>
  [addresses.PUBLIC_URL, addresses.INTEGRATIONS_URL].filter(Boolean).map((url) => new URL(url).hostname);
