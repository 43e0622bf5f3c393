import type { GitInfo } from '@bindery/contracts';

/** Where the files of a space are in a repository. */
export interface SpaceFiles {
  url: string;
  /** The branch. */
  ref: string;
  /** The folder of the space; empty for the repository itself. */
  directory: string;
  info: GitInfo;
}

/** What stands between a repository and the branch in the addresses of its editor. */
const editors = { github: 'edit', gitlab: '-/edit' };

/**
 * Where a file of a space is edited at the host of its repository, without the user and password that the address of the
 * repository may hold. Undefined where nobody says what is at that host.
 */
export function editUrl({ url, ref, directory, info }: SpaceFiles, path: string): string | undefined {
  const repository = new URL(info.url ?? url);
  const host = hostOf(repository, info);
  if (!host || !/^https?:$/.test(repository.protocol)) return undefined;
  const name = repository.pathname.replace(/\/+$|\.git\/*$/, '');
  const file = [...ref.split('/'), ...directory.split('/'), ...path.split('/')].filter(Boolean).map(encodeURIComponent);
  return `${repository.origin}${name}/${editors[host]}/${file.join('/')}`;
}

function hostOf({ hostname }: URL, { installationProvider }: GitInfo): keyof typeof editors | undefined {
  if (installationProvider) return installationProvider === 'gitlab' ? 'gitlab' : 'github';
  return (Object.keys(editors) as (keyof typeof editors)[]).find((host) => hostname === `${host}.com`);
}
