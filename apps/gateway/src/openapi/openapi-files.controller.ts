import { Controller, Get, Inject, Param, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, notFound, openApiFiles, type OpenAPIFile } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { Storage } from '@bindery/storage';
import { anonymousKey } from '../auth/auth.guard';

/** OpenAPI specifications in their original text, JSON or YAML. */
@Controller()
export class OpenApiFilesController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(Storage) private readonly storage: Storage,
  ) {}

  /** Open to all callers while the specification is public. */
  @Get('openapi/:spec')
  @SetMetadata(anonymousKey, true)
  async published(
    @Param() body: { spec: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = await this.rpc.call(openApiFiles.findPublishedOpenAPI, { principal: anonymous, body });
    await this.send(file, 'public, no-cache', request, reply);
  }

  private async send(
    { key, name }: OpenAPIFile,
    caching: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const tag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
    void reply.headers({ 'cache-control': caching, etag: tag });
    if (request.headers['if-none-match'] === tag) return void reply.status(304).send();
    const file = await this.storage.get(key);
    if (!file) throw notFound('OpenAPI specification');
    void reply.headers({
      'content-type': name.endsWith('.json') ? 'application/json' : 'application/yaml',
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': file.size,
    });
    void reply.send(file.stream);
  }
}
