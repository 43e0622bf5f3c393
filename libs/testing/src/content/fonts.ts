import { readFileSync } from 'node:fs';
import { upload } from './imports';
import type { TestOrganization } from '../organization/test-organization';

/** A font in a format of the web. */
export const fontFile = (format: 'woff2' | 'woff' = 'woff2'): Buffer =>
  readFileSync(require.resolve(`@fontsource/unifont/files/unifont-latin-400-normal.${format}`));

/** Uploads a font; answers its key. */
export const uploadFont = (world: TestOrganization, format?: 'woff2' | 'woff'): Promise<string> =>
  upload(world, fontFile(format));
