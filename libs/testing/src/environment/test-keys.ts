import { createHash } from 'node:crypto';
import { verifyingKeysOf } from '@bindery/config';
import { FILE_SIGNERS, PROCESSES, type ProcessName } from '@bindery/launcher';

const keyFor = (purpose: string, name: ProcessName): Buffer =>
  createHash('sha256').update(`${purpose} of ${name}`).digest();
const keyOf = (name: ProcessName): Buffer => keyFor('signing key', name);

let verifyingKeys: string | undefined;

/** The keys with which processes of tests sign: the same in all tests, so that a test can send what a process would. */
export function signingSettings(name: ProcessName): { SIGNING_KEY: string; VERIFYING_KEYS: string } {
  verifyingKeys ??= verifyingKeysOf(PROCESSES.map((process) => [process, keyOf(process)]));
  return { SIGNING_KEY: keyOf(name).toString('base64url'), VERIFYING_KEYS: verifyingKeys };
}

/** The keys with which processes of tests seal and sign besides: each its own. */
export function secretSettings(name: ProcessName): Record<string, string> {
  const text = (purpose: string, of: ProcessName) => keyFor(purpose, of).toString('base64url');
  if (name === 'gateway') return { FILE_KEYS: FILE_SIGNERS.map((of) => `${of}=${text('file key', of)}`).join(',') };
  const signs = FILE_SIGNERS.some((one) => one === name);
  return { SECRET_KEY: text('secret key', name), ...(signs && { FILE_KEY: text('file key', name) }) };
}
