import { longestSpecification } from '@bindery/contracts';
import { OutboundError, safeFetch, type AllowList } from '@bindery/outbound';
import type { SpecificationText } from './openapi-reading';
import { parseError, SpecificationError } from './specification-error';

/** In milliseconds, for one file. */
const longest = 30_000;

const accepted = 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.1';

/** Fetches the files of one specification: all of one origin, and together no larger than one may be. */
export class SpecificationFetcher {
  private left = longestSpecification;
  private origin?: string;

  constructor(private readonly allow: AllowList) {}

  /** Throws SpecificationError. */
  async fetch(address: string): Promise<SpecificationText> {
    if (this.origin && new URL(address).origin !== this.origin) throw elsewhere(address);
    const { status, ok, url, body } = await this.get(address);
    if (!ok) throw fetchError(address, `The server answered ${status}`);
    this.origin ??= new URL(url).origin;
    if (new URL(url).origin !== this.origin) throw elsewhere(address);
    this.left -= body.length;
    return { text: textOf(body, address), url };
  }

  private get(address: string) {
    const options = { allow: this.allow, maxBytes: this.left, totalTimeout: longest, headers: { accept: accepted } };
    return safeFetch(address, options).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw fetchError(address, error.message, error.code);
    });
  }
}

function fetchError(address: string, message: string, code?: string): SpecificationError {
  const error = { message: `${address}: ${message}`, ...(code && { code }) };
  return new SpecificationError(code === 'TIMEOUT' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', [error]);
}

const elsewhere = (address: string) => parseError(`${address} is at another origin than the specification`);

function textOf(bytes: Buffer, address: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw parseError(`${address} is not text in UTF-8`);
  }
}
