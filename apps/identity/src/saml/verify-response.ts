import { ApiError } from '@bindery/contracts';
import { checkResponse, type Issuer } from './check-response';
import type { Claims } from './read-assertion';
import { unasked } from './refusal';
import { readResponse } from './response-document';

/** The input of a verification: plain data, as it is sent to another process. */
export interface VerificationTask {
  /** The form field SAMLResponse. */
  field: string;
  /** The request that the response must answer. */
  request: string;
  provider: Issuer;
  publicUrl: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The claims of the response, with the expiry in milliseconds; or the reason for its rejection. */
export type Verdict = { claims: Omit<Claims, 'expiresAt'> & { expiresAt: number } } | { refusal: string };

/** Parses and verifies a response. */
export async function verifyResponse(task: VerificationTask): Promise<Verdict> {
  try {
    const response = readResponse(task.field);
    if (response.inResponseTo !== task.request) throw unasked();
    const claims = await checkResponse(response, task.provider, task.publicUrl, new Date(task.now));
    return { claims: { ...claims, expiresAt: claims.expiresAt.getTime() } };
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error.message };
    throw error;
  }
}
