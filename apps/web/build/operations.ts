import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const id = 'virtual:operations';

/**
 * Provides `virtual:operations`: the method and path of each operation of the contracts, such as
 * `{ getSpaceById: 'GET /spaces/:spaceId' }`. Reads the compiled contracts, so `npm run build` runs first.
 */
export function operations(): Plugin {
  return {
    name: 'bindery-operations',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const { allEndpoints } = createRequire(import.meta.url)('@bindery/contracts') as {
        allEndpoints(): { name: string; method: string; path: string }[];
      };
      const table = Object.fromEntries(allEndpoints().map(({ name, method, path }) => [name, `${method} ${path}`]));
      return `export default ${JSON.stringify(table)}`;
    },
  };
}
