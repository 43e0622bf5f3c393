import { asUri, parsedUrl } from '@bindery/contracts';

/** The address that an entry of a block's `urlUnfurl` begins with, which may be written without a scheme; undefined where it is none. */
export function unfurlAddress(entry: string): URL | undefined {
  const address = /^[a-z]+:/i.test(entry) ? entry : `https://${entry}`;
  return parsedUrl(address);
}

/** Whether an address begins with an entry of a block's `urlUnfurl`, however either is spelled; http and https are one. */
export function beginsWith(url: string, entry: string): boolean {
  const [address, start] = [unfurlAddress(url), unfurlAddress(entry)];
  return address !== undefined && start !== undefined && withoutScheme(address).startsWith(withoutScheme(start));
}

const withoutScheme = ({ href }: URL) => asUri(href).replace(/^https?:\/\//, '');
