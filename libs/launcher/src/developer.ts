import { readFile } from 'node:fs/promises';
import type { Paths } from './paths';

/** The content of `.bindery/dev.json`, with which scripts find the platform of this checkout. */
export interface Developer {
  baseUrl: string;
  /** Of an administrator of both organizations. */
  token: string;
  organization: string;
  secondOrganization: string;
  /** Of a user who belongs to the second organization only. */
  secondUserToken: string;
}

/** The fields of the answer of the identity service's seed program. */
export const SEEDED = ['token', 'organization', 'secondOrganization', 'secondUserToken'] as const;

/** Reads `.bindery/dev.json`, or undefined when there is none that is complete. */
export async function readDeveloper(paths: Paths): Promise<Developer | undefined> {
  try {
    const developer = JSON.parse(await readFile(paths.developer, 'utf8')) as Developer;
    return SEEDED.every((key) => typeof developer[key] === 'string') ? developer : undefined;
  } catch {
    return undefined;
  }
}
