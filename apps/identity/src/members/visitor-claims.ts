import { hkdfSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { MemberRow } from './member.repository';

/** Seconds: a client requests new claims long before. */
const lifetime = 60 * 60;

/** The key that signs the visitor claims of one organization: HKDF (RFC 5869) over the platform's secret key. */
export const visitorClaimsKey = (secretKey: Buffer, organization: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, organization, 'bindery visitor claims', 32));

/** A JWT (HS256) that identifies the visiting member to a site of the organization. */
export function signVisitorClaims(member: MemberRow, secretKey: Buffer, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ organization: member.organizationId, role: member.role ?? 'guest' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(member.id)
    .setAudience(member.organizationId)
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime)
    .sign(visitorClaimsKey(secretKey, member.organizationId));
}
