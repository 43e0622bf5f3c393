import { siteNames } from '@bindery/contracts';

/** The path of a file below a site, relative to its root: the signature of its address permits reading it there. */
export function fileBelowSite(downloadUrl: string): string {
  const { pathname, search } = new URL(downloadUrl);
  const [organization, hash] = pathname.split('/').slice(-2);
  return `${siteNames.files}/${organization}/${hash}${search}`;
}
