import { X509Certificate, type KeyObject } from 'node:crypto';
import { invalid } from '@bindery/contracts';

const curves = ['prime256v1', 'secp384r1', 'secp521r1'];
const minimumModulus = 2048;

/**
 * Parses a provider's X.509 certificate, given as PEM or as the base64 in it. Throws 400 naming the field when it is invalid,
 * or when its key is weaker than RSA with 2048 bits or an elliptic curve of NIST's. Its dates are not checked: an
 * administrator stored it as the provider's key, and providers let theirs expire.
 */
export function readCertificate(text: string, field = 'certificate'): X509Certificate {
  const certificate = parse(text);
  if (!certificate) throw refused(field, 'must be one X.509 certificate, as PEM or as the base64 within');
  const problem = weakness(certificate.publicKey);
  if (problem) throw refused(field, problem);
  return certificate;
}

function parse(text: string): X509Certificate | undefined {
  const pem = /^\s*-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----\s*$/.exec(text);
  const body = (pem ? pem[1]! : text).replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined;
  try {
    return new X509Certificate(Buffer.from(body, 'base64'));
  } catch {
    return undefined;
  }
}

function weakness({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): string | undefined {
  if (asymmetricKeyType === 'rsa') {
    const { modulusLength = 0 } = asymmetricKeyDetails;
    return modulusLength < minimumModulus
      ? `has an RSA key of ${modulusLength} bits; at least ${minimumModulus} are needed`
      : undefined;
  }
  if (asymmetricKeyType === 'ec' && curves.includes(asymmetricKeyDetails.namedCurve ?? '')) return undefined;
  return 'must have an RSA key of at least 2048 bits or a key on the curve P-256, P-384 or P-521';
}

const refused = (field: string, problem: string) => invalid(`body.${field}`, `${field} ${problem}`);
