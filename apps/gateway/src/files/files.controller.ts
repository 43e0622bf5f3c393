import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Inject, Param, Put, Query, Req, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound, tooLarge } from '@bindery/contracts';
import {
  isContentType,
  Storage,
  StorageSizeError,
  type StoredFile,
  verifySignedUrl,
  type UrlGrant,
} from '@bindery/storage';
import { anonymousKey } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { bodyOf } from '../http/read-body';
import { uploads } from '../http/upload-path';
import { deliveryHeaders } from './delivery';
import { sendWaiting } from './waiting-page';

/** Milliseconds that a request waits for a file in production. */
const longestWait = 5_000;
const lookEvery = 200;

/** Uploads and downloads with signed addresses bypass the services, so that no service holds files in memory. */
@Controller()
export class FilesController {
  constructor(
    @Inject(Storage) private readonly storage: Storage,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('files/:organization/:hash')
  @SetMetadata(anonymousKey, true)
  async download(
    @Param() params: { organization: string; hash: string },
    @Query('name') name: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const grant = this.grantOf(request, 'GET', `files/${params.organization}/${params.hash}`);
    if (!grant) throw notFound('File');
    const tag = `"${params.hash}"`;
    void reply.headers({ ...deliveryHeaders(grant.contentType, name), etag: tag });
    if (request.headers['if-none-match'] === tag) return void reply.status(304).send();
    const file = await this.storage.get(grant.key);
    if (!file) throw notFound('File');
    void reply.header('content-length', file.size).send(file.stream);
  }

  /** Images of integrations, which are public. */
  @Get('images/:organization/:hash')
  @SetMetadata(anonymousKey, true)
  async image(
    @Param() params: { organization: string; hash: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const grant = this.grantOf(request, 'GET', `images/${params.organization}/${params.hash}`);
    if (!grant) throw notFound('Image');
    const tag = `"${params.hash}"`;
    void reply.headers({ ...deliveryHeaders(grant.contentType, undefined), etag: tag });
    if (request.headers['if-none-match'] === tag) return void reply.status(304).send();
    const file = (await this.storage.get(grant.key)) ?? (await this.earlierImage(grant));
    if (!file) throw notFound('Image');
    void reply.header('content-length', file.size).send(file.stream);
  }

  /** Images from before this release are among the files of spaces, where only images are served here. */
  private async earlierImage({ key, contentType }: UrlGrant): Promise<StoredFile | undefined> {
    const file = await this.storage.get(key.replace(/^images/, 'files'));
    if (file?.contentType === contentType && contentType?.startsWith('image/')) return file;
    file?.stream.destroy();
    return undefined;
  }

  @Get('exports/:organization/:revision')
  @SetMetadata(anonymousKey, true)
  async export(
    @Param() params: { organization: string; revision: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const grant = this.grantOf(request, 'GET', `exports/${params.organization}/${params.revision}`);
    const file = grant && (await this.storage.get(grant.key));
    if (!file) throw notFound('Export');
    void reply.headers({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="space.zip"',
      'cache-control': 'private',
    });
    void reply.header('content-length', file.size).send(file.stream);
  }

  /** Waits a while for a PDF in production; returns 202 when it takes longer. */
  @Get('pdf/:organization/:name')
  @SetMetadata(anonymousKey, true)
  async pdf(
    @Param() params: { organization: string; name: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const grant = this.grantOf(request, 'GET', `pdf/${params.organization}/${params.name}`);
    if (!grant) throw notFound('PDF');
    const file = await this.awaited(grant.key);
    if (!file) return sendWaiting(request, reply);
    void reply.headers({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="content.pdf"',
      'cache-control': 'private',
    });
    void reply.header('content-length', file.size).send(file.stream);
  }

  private async awaited(key: string): Promise<StoredFile | undefined> {
    for (const end = Date.now() + longestWait; ; await sleep(lookEvery)) {
      const file = await this.storage.get(key);
      if (file) return file;
      if (await this.storage.exists(`${key}-failed`)) throw new ApiError(422, 'The content cannot be printed as a PDF');
      if (Date.now() > end) return undefined;
    }
  }

  @Put(`${uploads}/:organization/:upload`)
  @SetMetadata(anonymousKey, true)
  async upload(
    @Param() params: { organization: string; upload: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const grant = this.grantOf(request, 'PUT', `${uploads}/${params.organization}/${params.upload}`);
    if (!grant) throw new ApiError(403, 'The upload URL is not valid or has expired; request a new one');
    const length = Number(request.headers['content-length']);
    if (!Number.isSafeInteger(length)) throw new ApiError(411, 'The header Content-Length is required');
    if (length > grant.maxBytes!) throw tooLarge(`The file is larger than the announced ${grant.maxBytes} bytes`);
    const contentType = request.headers['content-type'] ?? 'application/octet-stream';
    if (!isContentType(contentType))
      throw new ApiError(400, 'Content-Type must be a printable text of at most 200 characters');
    await this.storage
      .put(grant.key, bodyOf(request) ?? Buffer.alloc(0), { contentType, size: length })
      .catch((error: unknown) => {
        throw error instanceof StorageSizeError ? new ApiError(400, error.message) : error;
      });
    void reply.status(204).send();
  }

  private grantOf(request: FastifyRequest, method: 'GET' | 'PUT', key: string): UrlGrant | undefined {
    const query = new URL(request.url, 'http://any').searchParams;
    return verifySignedUrl({ method, key, query }, fileKeysOf(this.config, key), new Date());
  }
}

/** The service of each folder: only it signs addresses of files in it. */
const owners: Record<string, string> = {
  files: 'content',
  exports: 'content',
  pdf: 'content',
  uploads: 'content',
  images: 'integrations',
};

/** The keys that may sign the address of a file. */
function fileKeysOf({ FILE_KEYS, SECRET_KEY, SECRET_KEY_OLD }: GatewayConfig, key: string): readonly Buffer[] {
  const shared = SECRET_KEY ? [SECRET_KEY, ...SECRET_KEY_OLD] : [];
  return [...(FILE_KEYS.get(owners[key.slice(0, key.indexOf('/'))] ?? '') ?? []), ...shared];
}
