import { createHash, createVerify, type KeyObject } from 'node:crypto';
import { SignedXml, type HashAlgorithm, type SignatureAlgorithm } from 'xml-crypto';
import { dsig, refused } from './refusal';
import { attributeOf, childrenOf, isNamed, named, only } from './xml';

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = `${dsig}enveloped-signature`;
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';

/** The accepted signature algorithms (RFC 9231, section 2.3). */
const signatureAlgorithms: Record<string, { key: 'rsa' | 'ec'; hash: string }> = {
  [`${more}rsa-sha256`]: { key: 'rsa', hash: 'sha256' },
  [`${more}rsa-sha384`]: { key: 'rsa', hash: 'sha384' },
  [`${more}rsa-sha512`]: { key: 'rsa', hash: 'sha512' },
  [`${more}ecdsa-sha256`]: { key: 'ec', hash: 'sha256' },
  [`${more}ecdsa-sha384`]: { key: 'ec', hash: 'sha384' },
  [`${more}ecdsa-sha512`]: { key: 'ec', hash: 'sha512' },
};
const digests: Record<string, string> = {
  [`${xmlenc}sha256`]: 'sha256',
  [`${more}sha384`]: 'sha384',
  [`${xmlenc}sha512`]: 'sha512',
};

/**
 * Verifies a signature with the provider's own key, whatever key the signature names, and returns the bytes that it
 * covers: the signed element in its canonical form, without the signature. Claims must only be read from these bytes.
 */
export function verifySignature(xml: string, signature: Element, signed: Element, key: KeyObject): string {
  checkShape(signature, signed, key);
  const verifier = new SignedXml({ publicCert: key.export({ type: 'spki', format: 'pem' }).toString() });
  const { CanonicalizationAlgorithms } = verifier;
  verifier.CanonicalizationAlgorithms = {
    [exclusive]: CanonicalizationAlgorithms[exclusive]!,
    [enveloped]: CanonicalizationAlgorithms[enveloped]!,
  };
  verifier.SignatureAlgorithms = Object.fromEntries(
    Object.entries(signatureAlgorithms).map(([name, { hash }]) => [name, verifying(name, hash, key)]),
  );
  verifier.HashAlgorithms = Object.fromEntries(
    Object.entries(digests).map(([name, hash]) => [name, hashing(name, hash)]),
  );
  try {
    verifier.loadSignature(signature);
    if (verifier.checkSignature(xml)) {
      const [covered, ...others] = verifier.getSignedReferences();
      if (covered && others.length === 0) return covered;
    }
  } catch {
    // The library throws for a wrong signature value and returns false for a wrong digest.
  }
  throw refused('its signature is not valid');
}

/** Checks that the signature has the one form of SAML (Core 2.0, section 5.4) and covers its parent element. */
function checkShape(signature: Element, signed: Element, { asymmetricKeyType }: KeyObject): void {
  const info = only(signature, dsig, 'SignedInfo');
  const reference = only(info, dsig, 'Reference');
  const algorithm = signatureAlgorithms[algorithmOf(only(info, dsig, 'SignatureMethod'))];
  const transforms = named(only(reference, dsig, 'Transforms'), dsig, 'Transform').map(algorithmOf);
  const known = [
    [signature, ['SignedInfo', 'SignatureValue', 'KeyInfo']],
    [info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']],
    [reference, ['Transforms', 'DigestMethod', 'DigestValue']],
  ] as const;
  const strange = known.some(([parent, names]) =>
    childrenOf(parent).some((child) => !names.some((name) => isNamed(child, dsig, name))),
  );
  if (strange) throw refused('its signature has parts that SAML does not allow');
  only(signature, dsig, 'SignatureValue');
  only(reference, dsig, 'DigestValue');
  if (algorithmOf(only(info, dsig, 'CanonicalizationMethod')) !== exclusive)
    throw refused('its signature uses an unexpected form of XML');
  if (transforms.length > 2 || transforms[0] !== enveloped || (transforms[1] ?? exclusive) !== exclusive)
    throw refused('its signature transforms what it covers in an unexpected way');
  if (algorithm?.key !== asymmetricKeyType || !(algorithmOf(only(reference, dsig, 'DigestMethod')) in digests))
    throw refused('its signature uses an algorithm that is not accepted');
  const id = attributeOf(signed, 'ID');
  if (!id || attributeOf(reference, 'URI') !== `#${id}`)
    throw refused('its signature does not cover its parent element');
}

const algorithmOf = (node: Element): string => attributeOf(node, 'Algorithm') ?? '';

/** Verification with the given key only; ECDSA values are the two numbers after each other (RFC 9231, section 2.3.6). */
function verifying(name: string, hash: string, key: KeyObject): new () => SignatureAlgorithm {
  return class {
    readonly getAlgorithmName = () => name;

    verifySignature(material: string, _key: unknown, value: string): boolean {
      return createVerify(hash).update(material).verify({ key, dsaEncoding: 'ieee-p1363' }, value, 'base64');
    }

    getSignature(): string {
      throw new Error('Only the identity provider signs');
    }
  };
}

function hashing(name: string, hash: string): new () => HashAlgorithm {
  return class {
    readonly getAlgorithmName = () => name;
    readonly getHash = (xml: string) => createHash(hash).update(xml).digest('base64');
  };
}
