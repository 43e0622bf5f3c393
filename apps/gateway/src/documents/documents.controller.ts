import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Get, Header, Inject, Param, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
// Not the package itself, which would load the whole of Swagger UI into this process.
import assetFolder from 'swagger-ui-dist/absolute-path.js';
import { notFound } from '@bindery/contracts';
import { anonymousKey } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { version } from '../version';
import { openApiDocument } from './openapi';

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: true });`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bindery API reference</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>`;

/** The platform's description of itself: name and version, the OpenAPI document, and a reference to read and try it. */
@Controller()
export class DocumentsController {
  private document?: string;

  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  @Get('v1')
  @SetMetadata(anonymousKey, true)
  about() {
    return { name: 'Bindery', version, build: process.env.BUILD ?? 'local' };
  }

  @Get('openapi.json')
  @SetMetadata(anonymousKey, true)
  @Header('content-type', 'application/json; charset=utf-8')
  openApi(): string {
    return (this.document ??= JSON.stringify(openApiDocument(this.config.PUBLIC_URL, version)));
  }

  @Get('docs')
  @SetMetadata(anonymousKey, true)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
  reference(): string {
    return page;
  }

  @Get('docs/:asset')
  @SetMetadata(anonymousKey, true)
  asset(@Param('asset') name: string, @Res() reply: FastifyReply): void {
    const own = name === 'start.js';
    const type = own ? assets['swagger-ui-bundle.js'] : assets[name];
    if (!type) throw notFound('Page');
    void reply.header('content-type', type).header('cache-control', 'public, max-age=3600');
    void reply.send(own ? start : readFileSync(join(assetFolder(), name)));
  }
}
