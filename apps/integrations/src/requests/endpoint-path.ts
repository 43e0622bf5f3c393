/** The parts of a public endpoint's address. */
export interface EndpointPath {
  integration: string;
  installation?: string;
  kind?: 'space' | 'site';
  content?: string;
  /** A path of the platform, not of the integration's own. */
  special?: 'script' | 'visitor-auth';
}

/** Paths below an installation on a site: the script for its pages, and the sign-in of visitors. */
export const scriptPath = '/~script.js';
export const visitorAuthPath = '/~visitor-auth';

const shape =
  /^\/integrations\/(?<integration>[^/]+)(?:\/installations\/(?<installation>[^/]+)(?:\/(?<kind>space|site)s\/(?<content>[^/]+))?)?(?<rest>\/.*)?$/;

/** Parses a path without its query; undefined for an address that is no endpoint. */
export function readEndpointPath(path: string): EndpointPath | undefined {
  const found = shape.exec(path)?.groups;
  if (!found) return undefined;
  const { integration, installation, kind, content, rest } = found;
  const isSite = kind === 'site';
  return {
    integration: integration!,
    ...(installation && { installation }),
    ...(kind && content && { kind: kind as 'space' | 'site', content }),
    ...(isSite && rest === scriptPath && { special: 'script' }),
    ...(isSite && rest === visitorAuthPath && { special: 'visitor-auth' }),
  };
}
