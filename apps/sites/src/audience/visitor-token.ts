import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { Claims } from './claims';

const maxLength = 4_096;
/** Seconds. */
const skew = 60;
const longest = 24 * 60 * 60;
/** Header fields that name a key, or change how a signature is verified: a token with one does not come from the site's owner. */
const refusedFields = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'enc'];

/**
 * The claims of a visitor's JWT; undefined unless it is signed with the key by HS256 (RFC 7518, section 3.2), expires
 * within a day, is valid already and, if it names an audience, names the site. Without a `site` it may name any:
 * integrations sign the claims of their identity providers with a key for one site, the audience included.
 */
export async function verifyVisitorToken(
  token: string,
  { key, site, now }: { key: string; site?: string; now: Date },
): Promise<Claims | undefined> {
  if (token.length > maxLength) return undefined;
  try {
    const header = decodeProtectedHeader(token);
    if (refusedFields.some((field) => field in header)) return undefined;
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: skew,
      currentDate: now,
    });
    const { exp, iat, nbf: _nbf, aud, iss: _iss, sub: _sub, jti: _jti, ...claims } = payload;
    const seconds = now.getTime() / 1000;
    if (exp! > seconds + longest + skew || (iat !== undefined && iat > seconds + skew)) return undefined;
    if (site !== undefined && aud !== undefined && ![aud].flat().includes(site)) return undefined;
    return claims;
  } catch {
    return undefined;
  }
}
