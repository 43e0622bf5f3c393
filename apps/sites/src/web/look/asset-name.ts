import { createHash } from 'node:crypto';

/** A short hash that identifies a text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
