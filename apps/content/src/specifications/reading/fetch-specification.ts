import { longestSpecification } from '@bindery/contracts';
import { OutboundError, safeFetch, type AllowList } from '@bindery/outbound';
import type { SpecificationText } from './openapi-reading';
import { parseError, SpecificationError } from './specification-error';

/** In milliseconds, for one file. */
const longest = 30_000;

const accepted = 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.1';

/** Fetches the files of one specification: all from one origin, and together within the size limit. */
export class SpecificationFetcher {
  private left = longestSpecification;
  private origin?: string;

  constructor(private readonly allow: AllowList) {}

  /** Throws SpecificationError. */
  async fetch(address: string): Promise<SpecificationText> {
    if (this.origin && new URL(address).origin !== this.origin) throw elsewhere(address);
    const { status, ok, url, body } = await this.get(address);
    if (!ok) throw fetchError(address, `The server answered ${status}`, undefined, status >= 500 || status === 429);
    this.origin ??= new URL(url).origin;
    if (new URL(url).origin !== this.origin) throw elsewhere(address);
    this.left -= body.length;
    return { ...textOf(body, address), url };
  }

  private get(address: string) {
    const options = { allow: this.allow, maxBytes: this.left, totalTimeout: longest, headers: { accept: accepted } };
    return safeFetch(address, options).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw fetchError(address, error.message, error.code, error.code === 'TIMEOUT' || error.code === 'FETCH_ERROR');
    });
  }
}

function fetchError(address: string, message: string, code?: string, isTemporary = false): SpecificationError {
  const error = { message: `${address}: ${message}`, ...(code && { code }) };
  return new SpecificationError(code === 'TIMEOUT' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', [error], isTemporary);
}

const elsewhere = (address: string) => parseError(`${address} is at another origin than the specification`);

/** UTF-8, or UTF-16 with a byte order mark. */
function textOf(bytes: Buffer, address: string): { text: string; problem?: string } {
  const encoding = utf16Of(bytes);
  try {
    const text = new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes);
    return encoding
      ? { text, problem: `${address} is in UTF-16 and must be in UTF-8; it is read nevertheless` }
      : { text };
  } catch {
    throw parseError(`${address} is not text in UTF-8`);
  }
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}
