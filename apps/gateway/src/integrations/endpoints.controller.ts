import { All, Controller, Inject, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, endpointCalls, notFound } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey, foreignTokensKey, principalOf } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { readBytes } from '../http/read-body';
import { isOwnCookie } from '../auth/session';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/**
 * The headers that scripts may send. All others belong to the platform and its proxies: some of them would change how
 * browsers treat other pages of the host (`Service-Worker-Allowed`, `Clear-Site-Data`, `Strict-Transport-Security`), or make
 * a web server in front send its own file (`X-Accel-Redirect`, `X-Sendfile`).
 */
const admitted = new Set([
  ...['accept-ranges', 'allow', 'cache-control', 'content-disposition', 'content-encoding', 'content-language'],
  ...['content-range', 'content-security-policy', 'content-type', 'etag', 'expires', 'last-modified', 'location'],
  ...['permissions-policy', 'referrer-policy', 'retry-after', 'vary', 'www-authenticate', 'x-frame-options'],
  ...['x-robots-tag', 'access-control-allow-headers', 'access-control-allow-methods', 'access-control-allow-origin'],
  ...['access-control-expose-headers', 'access-control-max-age', 'cross-origin-resource-policy'],
]);
/** Further headers that they may send on their own host. */
const admittedAtOwnHost = new Set(['set-cookie', 'access-control-allow-credentials']);
/** Headers of the network between the client and the gateway. */
const inner = /^(x-forwarded-|forwarded$|x-real-ip$|via$|traceparent$|tracestate$|host$|connection$|content-length$)/;
/** On the platform's own origin, pages of scripts have an opaque origin: they share no storage with it. */
const sandbox = 'sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** The public endpoints of integrations: their scripts answer any request below their addresses. */
@Controller()
export class IntegrationEndpointsController {
  private readonly host?: string;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    if (config.INTEGRATIONS_URL) this.host = new URL(config.INTEGRATIONS_URL).host;
  }

  @All(['integrations/:name', 'integrations/:name/*'])
  @SetMetadata(anonymousKey, true)
  @SetMetadata(foreignTokensKey, true)
  async answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.host !== undefined && request.headers.host !== this.host) throw notFound('Page');
    if (!methods.includes(request.method)) throw new ApiError(405, 'Integrations do not answer this method');
    const bytes = await readBytes(request);
    const principal = principalOf(request);
    const answer = await this.rpc.call(endpointCalls.answerEndpoint, {
      principal,
      body: {
        method: request.method,
        path: request.url,
        headers: headersOf(request, principal.user !== ''),
        ...(bytes.length > 0 && { body: bytes.toString('base64') }),
      },
    });
    const own = this.host === undefined;
    for (const [name, value] of Object.entries(answer.headers))
      if (admitted.has(name) || (!own && admittedAtOwnHost.has(name))) void reply.header(name, value);
    if (own) void reply.header('content-security-policy', withSandbox(answer.headers['content-security-policy']));
    void reply.status(answer.status).send(Buffer.from(answer.body, 'base64'));
  }
}

/** The policy with a sandbox added. */
const withSandbox = (policy: string | string[] | undefined): string[] => [...[policy ?? []].flat(), sandbox];

/** The client's headers. Scripts must not see tokens and cookies of the platform. */
function headersOf({ headers }: FastifyRequest, withoutToken: boolean): Record<string, string> {
  const sent = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !inner.test(name) && !(withoutToken && name === 'authorization'),
  );
  const read = sent.map(([name, value]) => [name, [value].flat().join(', ')] as const);
  return Object.fromEntries(read.map(([name, value]) => [name, name === 'cookie' ? withoutOwnCookies(value) : value]));
}

const withoutOwnCookies = (cookies: string): string =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !isOwnCookie(pair))
    .join('; ');
