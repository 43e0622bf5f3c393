import { createSign, type KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { newId } from '@bindery/persistence';
import { selfSigned, type SigningKey } from '@bindery/testing';

export const more = 'http://www.w3.org/2001/04/xmldsig-more#';
export const xmlenc = 'http://www.w3.org/2001/04/xmlenc#';
export const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** How an assertion or a response is signed. */
export interface Signing {
  key: SigningKey;
  signature: string;
  digest: string;
  canonicalization: string;
  transforms: string[];
}

/** Everything that a response says; tests change one thing at a time. An attribute that is undefined is left out. */
export interface Draft {
  version?: string;
  destination?: string;
  inResponseTo?: string;
  responseIssuer?: string;
  status: string;
  assertion: {
    id: string;
    version?: string;
    issueInstant?: string;
    issuer?: string;
    nameID?: string;
    nameIDFormat?: string;
    method: string;
    recipient?: string;
    inResponseTo?: string;
    confirmedUntil?: string;
    notBefore?: string;
    notOnOrAfter?: string;
    /** One restriction each. */
    audiences: string[][];
    condition: string;
    authnStatement: string;
    attributes: [name: string, ...values: string[]][];
  };
  sign: ('assertion' | 'response')[];
  signing: Signing;
}

/** A request as the platform sent it. */
export interface AuthnRequest {
  id: string;
  acs: string;
  audience: string;
  relayState: string;
}

/** Reads the address to which the platform redirected. */
export function readRequest(location: string): AuthnRequest {
  const query = new URL(location).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest')!, 'base64')).toString();
  const value = (pattern: RegExp) => pattern.exec(xml)![1]!;
  return {
    id: value(/\bID="([^"]+)"/),
    acs: value(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: value(/<saml:Issuer[^>]*>([^<]+)</),
    relayState: query.get('RelayState')!,
  };
}

export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
export const ahead = (minutes: number): string => ago(-minutes);

/** A person as the provider knows them. */
export interface Subject {
  nameID: string;
  email: string;
  displayName: string;
}

/** An identity provider that signs any assertion of a test with its own key. */
export class IdentityProvider {
  constructor(
    readonly entityID: string,
    readonly key: SigningKey = selfSigned(),
  ) {}

  /** The answer of an honest provider. */
  draft({ id, acs, audience }: AuthnRequest, { nameID, email, displayName }: Subject): Draft {
    const ec = this.key.privateKey.asymmetricKeyType === 'ec';
    return {
      version: '2.0',
      destination: acs,
      inResponseTo: id,
      responseIssuer: this.entityID,
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      assertion: {
        id: `_${newId()}`,
        version: '2.0',
        issueInstant: ago(0),
        issuer: this.entityID,
        nameID,
        nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
        recipient: acs,
        inResponseTo: id,
        confirmedUntil: ahead(5),
        notBefore: ago(1),
        notOnOrAfter: ahead(5),
        audiences: [[audience]],
        condition: '',
        authnStatement: `<saml:AuthnStatement AuthnInstant="${ago(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
        attributes: [
          ['email', email],
          ['displayName', displayName],
        ],
      },
      sign: ['assertion'],
      signing: {
        key: this.key,
        signature: `${more}${ec ? 'ecdsa' : 'rsa'}-sha256`,
        digest: `${xmlenc}sha256`,
        canonicalization: exclusive,
        transforms: [`${dsig}enveloped-signature`, exclusive],
      },
    };
  }

  /** The signed response of a draft. */
  write(draft: Draft): string {
    const ids = { assertion: draft.assertion.id, response: `_${newId()}` };
    // The assertion first: the response's signature covers the assertion's.
    return (['assertion', 'response'] as const)
      .filter((part) => draft.sign.includes(part))
      .reduce((xml, part) => signed(xml, ids[part], draft.signing), responseXml(draft, ids.response));
  }
}

const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : ` ${name}="${value}"`);
const element = (name: string, value: string | undefined, attributes = '') =>
  value === undefined ? '' : `<saml:${name}${attributes}>${value}</saml:${name}>`;

function responseXml(draft: Draft, id: string): string {
  const { version, destination, inResponseTo, responseIssuer, status } = draft;
  const head = [
    attribute('ID', id),
    attribute('Version', version),
    attribute('IssueInstant', ago(0)),
    attribute('Destination', destination),
    attribute('InResponseTo', inResponseTo),
  ].join('');
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"${head}>${element('Issuer', responseIssuer)}<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${assertionXml(draft.assertion)}</samlp:Response>`;
}

function assertionXml(assertion: Draft['assertion']): string {
  const { id, version, issueInstant, issuer, nameID, nameIDFormat, audiences, condition, attributes } = assertion;
  const data = [
    attribute('Recipient', assertion.recipient),
    attribute('InResponseTo', assertion.inResponseTo),
    attribute('NotOnOrAfter', assertion.confirmedUntil),
  ].join('');
  const restrictions = audiences.map((named) =>
    element('AudienceRestriction', named.map((audience) => element('Audience', audience)).join('')),
  );
  const statements = attributes.map(([name, ...values]) =>
    element('Attribute', values.map((value) => element('AttributeValue', value)).join(''), attribute('Name', name)),
  );
  const confirmation = `<saml:SubjectConfirmation Method="${assertion.method}"><saml:SubjectConfirmationData${data}/></saml:SubjectConfirmation>`;
  return [
    `<saml:Assertion${attribute('ID', id)}${attribute('Version', version)}${attribute('IssueInstant', issueInstant)}>`,
    element('Issuer', issuer),
    element('Subject', element('NameID', nameID, attribute('Format', nameIDFormat)) + confirmation),
    `<saml:Conditions${attribute('NotBefore', assertion.notBefore)}${attribute('NotOnOrAfter', assertion.notOnOrAfter)}>`,
    `${restrictions.join('')}${condition}</saml:Conditions>`,
    assertion.authnStatement,
    element('AttributeStatement', statements.join('')),
    '</saml:Assertion>',
  ].join('');
}

/** Signs the element of that id, as its second child. */
function signed(xml: string, id: string, signing: Signing): string {
  const { key, signature, digest, canonicalization, transforms } = signing;
  const signer = new SignedXml({
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: key.certificate,
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: canonicalization,
  });
  if (signature.startsWith(`${more}ecdsa`)) signer.SignatureAlgorithms[signature] = ecdsa(signature, key.privateKey);
  const place = `//*[@ID='${id}']`;
  signer.addReference({ xpath: place, transforms, digestAlgorithm: digest });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

function ecdsa(name: string, key: KeyObject) {
  return class {
    readonly getAlgorithmName = () => name;
    readonly getSignature = (text: string | Buffer) =>
      createSign(name.slice(name.lastIndexOf('-') + 1))
        .update(text)
        .sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64');
    readonly verifySignature = () => false;
  } as unknown as SignedXml['SignatureAlgorithms'][string];
}
