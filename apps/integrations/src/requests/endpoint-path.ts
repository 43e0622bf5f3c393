/** What the address of a public endpoint names. */
export interface EndpointPath {
  integration: string;
  installation?: string;
  kind?: 'space' | 'site';
  content?: string;
  /** What is asked of the integration rather than by its own paths. */
  special?: 'script' | 'visitor-auth';
}

/** Under the address of an installation on a site: the script that its pages load, and where visitors prove who they are. */
export const scriptPath = '/~script.js';
export const visitorAuthPath = '/~visitor-auth';

const shape =
  /^\/integrations\/(?<integration>[^/]+)(?:\/installations\/(?<installation>[^/]+)(?:\/(?<kind>space|site)s\/(?<content>[^/]+))?)?(?<rest>\/.*)?$/;

/** Reads a path without its query; undefined for what is no address of an endpoint. */
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
