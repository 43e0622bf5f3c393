import { asUri, parsedUrl } from '@bindery/contracts';

/** The address prefix in an entry of a block's `urlUnfurl`, which may be written without a scheme; undefined for an invalid one. */
export function unfurlAddress(entry: string): URL | undefined {
  const address = /^[a-z]+:/i.test(entry) ? entry : `https://${entry}`;
  return parsedUrl(address);
}

/** Whether an address begins with an entry of a block's `urlUnfurl`, in any spelling of both; http and https are equal. */
export function beginsWith(url: string, entry: string): boolean {
  const [address, start] = [unfurlAddress(url), unfurlAddress(entry)];
  return address !== undefined && start !== undefined && withoutScheme(address).startsWith(withoutScheme(start));
}

const withoutScheme = ({ href }: URL) => asUri(href).replace(/^https?:\/\//, '');
