import { assertion, dsig, protocol, refused } from './refusal';
import { attributeOf, childrenOf, descendantsOf, isNamed, named, only, parseXml, textOf } from './xml';

const maxBytes = 256 * 1024;

/** A response of the one form in which it can be verified; nothing in it is trusted yet. */
export interface ResponseDocument {
  /** The text to be verified. */
  xml: string;
  root: Element;
  assertion: Element;
  /** Signatures with their parents: the response, the assertion, or both. */
  signatures: { signature: Element; signed: Element }[];
  inResponseTo: string;
}

/** Decodes and parses the form field SAMLResponse. Throws 403 for an unexpected form. */
export function readResponse(field: string): ResponseDocument {
  const xml = decode(field).replace(/\r\n?/g, '\n');
  const root = parseXml(xml);
  if (!isNamed(root, protocol, 'Response')) throw refused('it is not a SAML 2.0 response');
  const all = descendantsOf(root);
  if (all.some(({ localName }) => localName.startsWith('Encrypted'))) throw refused('it has encrypted parts');
  // A second assertion is not allowed at any position, so that parsers cannot disagree about which one is meant.
  const assertions = all.filter(({ localName }) => localName.toLowerCase() === 'assertion');
  const responses = all.filter(({ localName }) => localName.toLowerCase() === 'response');
  if (assertions.length !== 1 || responses.length > 0) throw refused('it must have exactly one assertion');
  const held = only(root, assertion, 'Assertion');
  checkResponseChildren(root);
  return { xml, root, assertion: held, signatures: signaturesOf(root, held, all), inResponseTo: checkStatus(root) };
}

function decode(field: string): string {
  const base64 = field.replace(/[\r\n\t ]/g, '');
  if (base64.length > (maxBytes / 3) * 4 + 4) throw refused('it is too large');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refused('it is not base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw refused('it is not UTF-8');
  }
}

function checkResponseChildren(root: Element): void {
  const expected = [
    [assertion, 'Issuer'],
    [dsig, 'Signature'],
    [protocol, 'Status'],
    [assertion, 'Assertion'],
  ] as const;
  if (childrenOf(root).some((child) => !expected.some(([namespace, name]) => isNamed(child, namespace, name))))
    throw refused('it has unexpected elements');
}

/** Every signature is a direct child of the element that it signs, and there is at least one. */
function signaturesOf(root: Element, held: Element, all: Element[]): ResponseDocument['signatures'] {
  const found = [root, held].flatMap((signed) =>
    named(signed, dsig, 'Signature').map((signature) => ({ signature, signed })),
  );
  if (found.length === 0) throw refused('it is not signed');
  const anywhere = all.filter(({ localName }) => localName.toLowerCase() === 'signature');
  const twice = [root, held].some((signed) => named(signed, dsig, 'Signature').length > 1);
  if (twice || anywhere.length !== found.length) throw refused('it has a signature at an unexpected place');
  return found;
}

/** Checks that the response reports success for a request; returns the request's id. */
function checkStatus(root: Element): string {
  if (attributeOf(root, 'Version') !== '2.0') throw refused('it is not a SAML 2.0 response');
  const status = only(only(root, protocol, 'Status'), protocol, 'StatusCode');
  if (attributeOf(status, 'Value') !== 'urn:oasis:names:tc:SAML:2.0:status:Success')
    throw refused('the identity provider did not sign the user in');
  const inResponseTo = attributeOf(root, 'InResponseTo');
  if (!inResponseTo) throw refused('it does not answer a request');
  return inResponseTo;
}

/** The issuer, if the response names it. */
export function issuerOf(parent: Element): string | undefined {
  const issuers = named(parent, assertion, 'Issuer');
  return issuers.length === 0 ? undefined : textOf(only(parent, assertion, 'Issuer'));
}
