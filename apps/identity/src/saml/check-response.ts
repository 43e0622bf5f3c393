import type { X509Certificate } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { readCertificate } from './certificate';
import { readAssertion, type Claims } from './read-assertion';
import { assertion, refused } from './refusal';
import { issuerOf, type ResponseDocument } from './response-document';
import { serviceOf } from './saml.presenter';
import type { ActiveSamlProvider } from './saml-provider.entity';
import { verifySignature } from './signature';
import { attributeOf, isNamed, only, parseXml } from './xml';

/** The part of a provider that checks its responses. */
export type Issuer = Pick<ActiveSamlProvider, 'id' | 'entityID' | 'certificate' | 'nextCertificate' | 'groups'>;

const skew = 60_000;

/**
 * The claims of a response, after it is verified that the provider issued it, for us, in answer to its request, and now. Throws
 * 403 that names the failed check. The caller checks that the request exists and the assertion is new.
 */
export async function checkResponse(
  response: ResponseDocument,
  provider: Issuer,
  publicUrl: string,
  now: Date,
): Promise<Claims> {
  const service = serviceOf(provider.id, publicUrl);
  if (attributeOf(response.root, 'Destination') !== service.acsURL) throw refused('it is for another destination');
  const issuer = issuerOf(response.root);
  if (issuer !== undefined && issuer !== provider.entityID) throw refused('another provider issued it');
  const { held, certificate } = signedAssertion(response, certificatesOf(provider));
  const claims = readAssertion(held, {
    issuer: provider.entityID,
    audience: service.entityID,
    recipient: service.acsURL,
    request: response.inResponseTo,
    groups: provider.groups?.attribute,
    now,
  });
  await judgeAgain(response, { ...provider, certificate: certificate.toString() }, publicUrl, claims);
  return claims;
}

/** Two while the provider changes its key. */
const certificatesOf = ({ certificate, nextCertificate }: Issuer): X509Certificate[] =>
  [certificate, nextCertificate].flatMap((text) => (text ? [readCertificate(text)] : []));

/** The assertion, verified with the first certificate whose key made all signatures. */
function signedAssertion(response: ResponseDocument, certificates: X509Certificate[]) {
  for (const certificate of certificates.slice(1)) {
    const held = tryWith(response, certificate);
    if (held) return { held, certificate };
  }
  const [certificate] = certificates as [X509Certificate];
  return { held: assertionSignedWith(response, certificate), certificate };
}

function tryWith(response: ResponseDocument, certificate: X509Certificate): Element | undefined {
  try {
    return assertionSignedWith(response, certificate);
  } catch {
    return undefined;
  }
}

/** The assertion from the bytes that a signature covers; every signature must be valid. */
function assertionSignedWith({ xml, root, signatures }: ResponseDocument, { publicKey }: X509Certificate): Element {
  const covered = signatures.map(({ signature, signed }) => ({
    signed,
    bytes: verifySignature(xml, signature, signed, publicKey),
  }));
  const own = covered.find(({ signed }) => signed !== root);
  if (own) {
    const held = parseXml(own.bytes);
    if (isNamed(held, assertion, 'Assertion')) return held;
    throw refused('its signature covers something else');
  }
  return only(parseXml(covered[0]!.bytes), assertion, 'Assertion');
}

/** A second, independent parser must find the same user. It supports only RSA. */
async function judgeAgain(
  { xml, root, signatures }: ResponseDocument,
  provider: Issuer,
  publicUrl: string,
  claims: Claims,
): Promise<void> {
  const certificate = readCertificate(provider.certificate);
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') return;
  const reader = new SAML({
    ...relyingParty(provider, publicUrl),
    idpCert: certificate.toString(),
    idpIssuer: provider.entityID,
    wantAuthnResponseSigned: signatures.some(({ signed }) => signed === root),
    wantAssertionsSigned: signatures.some(({ signed }) => signed !== root),
    acceptedClockSkewMs: skew,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const read = await reader
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch(() => undefined);
  if (read?.profile?.nameID.trim() !== claims.subject) throw refused('it can be read in more than one way');
}

/** The platform's side of one provider, in the form of the SAML library. */
function relyingParty(provider: { id: string; certificate: string | null }, publicUrl: string) {
  const { acsURL, entityID } = serviceOf(provider.id, publicUrl);
  return { callbackUrl: acsURL, issuer: entityID, audience: entityID, idpCert: provider.certificate ?? 'none' };
}
