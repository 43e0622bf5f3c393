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

/** The part of a provider with which its responses are checked. */
export type Issuer = Pick<ActiveSamlProvider, 'id' | 'entityID' | 'certificate' | 'nextCertificate' | 'groups'>;

const skew = 60_000;

/**
 * What a response says, once it is certain that the provider says it, to us, in answer to its request, and now. Throws 403
 * naming what fails. Whether the request exists and the assertion is new is for the caller to see to.
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

/** The assertion under the first of the certificates with whose key all that is signed was signed. */
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

/** The assertion out of the bytes that a signature covers; every signature must be valid. */
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

/** A second reader, of other authors, must come to the same person. It knows RSA alone. */
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

/** What the SAML library needs to know of the platform's side of one provider. */
function relyingParty(provider: { id: string; certificate: string | null }, publicUrl: string) {
  const { acsURL, entityID } = serviceOf(provider.id, publicUrl);
  return { callbackUrl: acsURL, issuer: entityID, audience: entityID, idpCert: provider.certificate ?? 'none' };
}
