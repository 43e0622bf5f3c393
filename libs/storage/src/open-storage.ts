import { fileURLToPath } from 'node:url';
import { ConfigError } from '@bindery/config';
import { FileStorage } from './file-storage';
import { type S3Options, S3Storage } from './s3-storage';
import type { Storage } from './storage';

const S3_PARAMETERS = ['endpoint', 'region', 'forcePathStyle'];

/**
 * The storage that a URL names: `file:///folder`, or
 * `s3://bucket/prefix?endpoint=https://host:9000&region=eu-central-1&forcePathStyle=true` (all parameters optional).
 * Throws a `ConfigError` that names the remedy for anything else. Nothing is opened before its first use.
 */
export function openStorage(url: string): Storage {
  if (!URL.canParse(url)) throw wrong('must be file:///folder or s3://bucket/prefix');
  const parsed = new URL(url);
  if (parsed.protocol === 'file:') return new FileStorage(folderOf(parsed));
  if (parsed.protocol === 's3:') return new S3Storage(s3Options(parsed));
  throw wrong(`must be file:///folder or s3://bucket/prefix, not ${parsed.protocol}`);
}

const wrong = (problem: string): ConfigError => new ConfigError([`STORAGE_URL ${problem}`]);

function folderOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw wrong(`must be file:///folder with three slashes, not ${url.href}`);
  }
}

function s3Options(url: URL): S3Options {
  for (const name of url.searchParams.keys()) {
    if (!S3_PARAMETERS.includes(name))
      throw wrong(`has the unknown parameter ${name}: it takes ${S3_PARAMETERS.join(', ')}`);
  }
  if (url.hostname === '') throw wrong('has no bucket: set s3://bucket/prefix');
  if (url.username || url.password) throw wrong('has a user: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: url.searchParams.get('endpoint') ?? undefined,
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: url.searchParams.get('forcePathStyle') === 'true',
  };
}
