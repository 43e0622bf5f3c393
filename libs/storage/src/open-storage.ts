import { fileURLToPath } from 'node:url';
import { FileStorage } from './file-storage';
import { type S3Options, S3Storage } from './s3-storage';
import type { Storage } from './storage';

const S3_PARAMETERS = ['endpoint', 'region', 'forcePathStyle'];

/**
 * The storage that a URL names: `file:///folder`, or
 * `s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1&forcePathStyle=true` (all parameters optional).
 * Throws an Error that names the remedy for anything else. Nothing is opened before its first use.
 */
export function openStorage(url: string): Storage {
  if (!URL.canParse(url)) throw new Error('The storage URL must be file:///folder or s3://bucket/prefix');
  const parsed = new URL(url);
  if (parsed.protocol === 'file:') return new FileStorage(fileURLToPath(parsed));
  if (parsed.protocol === 's3:') return new S3Storage(s3Options(parsed));
  throw new Error(`The storage URL must begin with file: or s3:, not ${parsed.protocol}`);
}

function s3Options(url: URL): S3Options {
  for (const name of url.searchParams.keys()) {
    if (!S3_PARAMETERS.includes(name)) throw new Error(`The storage URL has the unknown parameter ${name}`);
  }
  if (url.hostname === '') throw new Error('The storage URL names no bucket: s3://bucket/prefix');
  if (url.username || url.password) throw new Error('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not the URL');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: url.searchParams.get('forcePathStyle') === 'true',
  };
}
