import { join } from 'node:path';

/** The path of a program beside a source file: threads and processes run compiled code, also where all else runs from its source (in tests). */
export const compiledProgram = (folder: string, file: string): string =>
  join(folder.replace(/([\\/]content[\\/])src([\\/])/, '$1dist$2'), file);
