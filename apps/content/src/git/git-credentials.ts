import { Sealer } from '@bindery/secrets';

/** Keeps what a repository wants to be told out of the rows of jobs; the context is the space. */
export const gitCredentials = (secretKey: Buffer): Sealer => new Sealer(secretKey, 'git credentials');
