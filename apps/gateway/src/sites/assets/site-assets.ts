import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { fontAssets, fontPackage, notFound, siteFonts } from '@bindery/contracts';
import { CompressibleText, sendText } from '../compression';
import { framePage, framePolicy, frameScript } from './diagram-frame';

interface Asset {
  contentType: string;
  body: Buffer | CompressibleText;
  policy?: string;
  /** Whether its name identifies its content, so that browsers may cache it for ever. */
  immutable?: boolean;
}

const types: Record<string, string> = {
  '.mjs': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The folder in which libraries are installed. */
const installed = dirname(dirname(require.resolve('mermaid/package.json')));

/** A path that is only known at run time: `tools/image.mjs` lists these files for an image. */
const pathOf = (...parts: string[]): string => parts.join(sep);

/** The path of the diagram library below the assets: with its version, so that browsers may cache it for ever. */
const mermaid = `mermaid/${versionOf(pathOf(installed, 'mermaid'))}`;

/** The served files of libraries, by the prefix of their addresses; only files that match a pattern are served. */
const libraries: readonly { pattern: RegExp; paths: (file: string) => string[] }[] = [
  {
    // An older page may request an older version.
    pattern: /^mermaid\/[\w.-]+\/((?:chunks\/mermaid\.esm\.min\/)?[\w.-]+\.mjs)$/,
    paths: (file) => [pathOf(installed, 'mermaid', 'dist', file)],
  },
  { pattern: /^fonts\/([\w-]+\.woff2)$/, paths: fontPaths },
];

/** The fonts that the build has cut. */
const cut = join(__dirname, '../../../fonts');

/** The candidate paths of a font file: first the one that the build has cut. */
function fontPaths(file: string): string[] {
  const known = fontsByFile.get(file);
  if (!known) return [];
  return [pathOf(cut, file), pathOf(installed, fontPackage(known), 'files', file)];
}

/** The version of an installed package. */
function versionOf(home: string): string {
  return (JSON.parse(readFileSync(pathOf(home, 'package.json'), 'utf8')) as { version: string }).version;
}

const fontsByFile = new Map(
  Object.values(siteFonts).flatMap((font) => fontAssets(font).map((name) => [basename(name), font] as const)),
);

/** The cache headers of the platform's assets: a day for files that may change under their name. */
const keeping = { immutable: 'public, max-age=31536000, immutable', other: `public, max-age=${24 * 60 * 60}` };

/** Assets of the pages of all sites, loaded when needed: the same for every reader, and not secret. */
export class SiteAssets {
  private readonly read = new LRUCache<string, Promise<Asset>>({ max: 400 });

  /** Throws 404. */
  async send(name: string, acceptEncoding: string | undefined, reply: FastifyReply): Promise<void> {
    const { contentType, body, policy, immutable } = await this.find(name);
    void reply.headers({
      'content-type': contentType,
      'cache-control': immutable ? keeping.immutable : keeping.other,
      // The frame of diagrams has no origin of its own.
      'access-control-allow-origin': '*',
      'content-security-policy': policy ?? "default-src 'none'",
      vary: 'accept-encoding',
    });
    if (body instanceof CompressibleText) await sendText(reply, body, acceptEncoding);
    else void reply.send(body);
  }

  private find(name: string): Promise<Asset> {
    let asset = this.read.get(name);
    if (!asset) {
      asset = load(name);
      this.read.set(name, asset);
      asset.catch(() => this.read.delete(name));
    }
    return asset;
  }
}

async function load(name: string): Promise<Asset> {
  if (name === 'diagrams.html') return text(framePage, 'text/html', framePolicy);
  if (name === 'diagrams.js') return text(frameScript(`${mermaid}/mermaid.esm.min.mjs`), 'text/javascript');
  for (const path of pathsOf(name)) {
    const bytes = await readFile(path).catch(() => undefined);
    const contentType = types[extname(path)];
    if (!bytes || !contentType) continue;
    const body = contentType.startsWith('text/') ? new CompressibleText(bytes) : bytes;
    return { contentType, body, immutable: name.startsWith(`${mermaid}/`) };
  }
  throw notFound('Page');
}

function pathsOf(name: string): string[] {
  for (const { pattern, paths } of libraries) {
    const file = pattern.exec(name)?.[1];
    if (file) return paths(file);
  }
  return [];
}

function text(body: string, type: string, policy?: string): Asset {
  return {
    contentType: `${type}; charset=utf-8`,
    body: new CompressibleText(Buffer.from(body)),
    ...(policy && { policy }),
  };
}
