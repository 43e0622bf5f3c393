import type { GitInfo } from '@bindery/contracts';

/** The location of the files of a space in a repository. */
export interface SpaceFiles {
  url: string;
  /** The branch. */
  ref: string;
  /** The folder of the space; empty for the repository itself. */
  directory: string;
  info: GitInfo;
}

/** The path between a repository and the branch in the addresses of each host's editor. */
const editors = { github: 'edit', gitlab: '-/edit' };

/**
 * The address to edit a file of a space at the host of its repository, without the user and password that the repository's
 * address may contain. Undefined where the kind of host is not known.
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
