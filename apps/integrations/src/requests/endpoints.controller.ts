import { Controller } from '@nestjs/common';
import { endpointCalls, notFound, type ContentSecurityPolicy, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { Addresses } from '../registry/addresses';
import { ContentInstallationRepository } from '../installations/content-installation.repository';
import { InstallationRepository, type Installation } from '../installations/installation.repository';
import type { IntegrationEntity } from '../registry/integration.entity';
import { IntegrationRepository } from '../registry/integration.repository';
import { CallScript } from './call-script';
import { readEndpointPath, type EndpointPath } from './endpoint-path';

/** Requests to the public endpoints of integrations, which their scripts answer. */
@Controller()
export class EndpointsController {
  constructor(
    private readonly integrations: IntegrationRepository,
    private readonly installations: InstallationRepository,
    private readonly contents: ContentInstallationRepository,
    private readonly scripts: CallScript,
    private readonly addresses: Addresses,
  ) {}

  @Handles(endpointCalls.answerEndpoint)
  async answer({ body, principal }: RequestOf<typeof endpointCalls.answerEndpoint>) {
    const url = new URL(this.addresses.endpointsUrl + body.path);
    const path = readEndpointPath(body.path.split('?')[0]!);
    const integration = path && (await this.integrations.byName(path.integration));
    if (!integration || integration.unpublishedAt) throw notFound('Integration');
    const installation = await this.installationOf(integration, path);
    const answer = await this.scripts.ask(
      { integration, ...(installation && { installation }) },
      ...eventOf(path, url, { method: body.method, headers: body.headers, user: principal.user }),
      body.body === undefined ? undefined : Buffer.from(body.body, 'base64'),
    );
    const policy = policyText(integration.manifest.contentSecurityPolicy);
    return {
      status: answer.status,
      headers: { ...answer.headers, ...(policy && { 'content-security-policy': policy }) },
      body: answer.body.toString('base64'),
    };
  }

  /** The installation in the address. Throws 404 when it does not belong to the integration or is not on that content. */
  private async installationOf(
    { id }: IntegrationEntity,
    { installation: named, kind, content }: EndpointPath,
  ): Promise<Installation | undefined> {
    if (!named) return undefined;
    const installation = await this.installations.byId(named);
    if (installation?.integrationId !== id || installation.status === 'paused') throw notFound('Installation');
    if (kind && !(await this.contents.find(installation.id, kind, content!))) throw notFound('Installation');
    return installation;
  }
}

/** The event for a request. */
function eventOf(
  { kind, content, special }: EndpointPath,
  url: URL,
  { method, headers, user }: { method: string; headers: Record<string, string>; user: string },
): [type: string, fields: Record<string, unknown>] {
  const where = kind ? { [`${kind}Id`]: content } : {};
  if (special === 'script') return ['fetch_published_script', where];
  if (special === 'visitor-auth') {
    const location = url.searchParams.get('location');
    return ['fetch_visitor_authentication', { ...where, ...(location !== null && { location }) }];
  }
  const request = { method: method.toLowerCase(), url: url.href, headers };
  return ['fetch', { ...where, ...(user && { auth: { userId: user } }), request }];
}

/** A policy in the form of the header: in one line. Undefined for an empty one. */
export function policyText(policy: ContentSecurityPolicy | undefined): string | undefined {
  const text =
    typeof policy === 'object'
      ? Object.entries(policy)
          .map(([directive, value]) => `${directive} ${value}`.trim())
          .join('; ')
      : policy;
  return text?.replace(/\s+/g, ' ').trim() || undefined;
}
