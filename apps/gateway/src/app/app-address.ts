import { allEndpoints, type Endpoint } from '@bindery/contracts';

/** What an address of the app shows: the answer of an operation. */
export interface AppView {
  endpoint: Endpoint;
  params: Record<string, string>;
  query?: Record<string, unknown>;
  /** An operation whose answer is shown below. */
  more?: Endpoint;
}

const operation = (name: string): Endpoint => allEndpoints().find((endpoint) => endpoint.name === name)!;

const id = '([\\w-]+)';
const page = '((?:/[^~/][^/]*)+)';

/** The addresses that services give as `urls.app`, after `/app`; each group is the parameter that stands at its place. */
const views: [pattern: string, names: string[], name: string, more?: string][] = [
  [`/o/${id}`, ['organizationId'], 'getOrganizationById', 'listSpacesInOrganizationById'],
  [`/o/${id}/c/${id}`, ['organizationId', 'collectionId'], 'getCollectionById'],
  [`/o/${id}/s/${id}`, ['organizationId', 'spaceId'], 'getSpaceById', 'listPages'],
  [
    `/o/${id}/s/${id}/~/change-requests/${id}`,
    ['organizationId', 'spaceId', 'changeRequestId'],
    'getChangeRequestById',
  ],
  [`/o/${id}/s/${id}/~/revisions/${id}`, ['organizationId', 'spaceId', 'revisionId'], 'getRevisionById'],
  [
    `/o/${id}/s/${id}/~/revisions/${id}${page}`,
    ['organizationId', 'spaceId', 'revisionId', 'pagePath'],
    'getPageInRevisionByPath',
  ],
  [`/o/${id}/s/${id}${page}`, ['organizationId', 'spaceId', 'pagePath'], 'getPageByPath'],
  [`/o/${id}/site/${id}`, ['organizationId', 'siteId'], 'getSiteById'],
  [
    `/o/${id}/integrations/([\\w.-]+)/${id}`,
    ['organizationId', 'integrationName', 'installationId'],
    'getIntegrationInstallationById',
  ],
  ['/integrations/([\\w.-]+)', ['integrationName'], 'getIntegrationByName'],
  ['', [], 'listOrganizationsForAuthenticatedUser'],
];

/** What is at a path below `/app`; undefined for what services never give. */
export function viewAt(path: string): AppView | undefined {
  for (const [pattern, names, name, more] of views) {
    const match = new RegExp(`^${pattern}/?$`).exec(path);
    if (!match) continue;
    const params = Object.fromEntries(names.map((one, index) => [one, decoded(match[index + 1]!)]));
    const query = name.startsWith('getPage') ? { format: 'markdown' } : undefined;
    return { endpoint: operation(name), params, ...(query && { query }), ...(more && { more: operation(more) }) };
  }
  return undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/^\//, ''));
  } catch {
    return part;
  }
}
