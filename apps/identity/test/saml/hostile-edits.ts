import { createHmac } from 'node:crypto';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { first, text, tree, type HostileEdit } from './hostile-edit';
import { assertion as assertionNamespace, dsigNamespace } from './namespaces';
import { wrappings } from './wrappings';

/** The public key used as a secret. */
function hmac(key: string): (xml: string) => string {
  return tree(({ signature }) => {
    const info = first(signature, dsigNamespace, 'SignedInfo');
    first(info, dsigNamespace, 'SignatureMethod').setAttribute('Algorithm', `${dsigNamespace}hmac-sha1`);
    const canonical = new ExclusiveCanonicalization().process(info as never, {}) as unknown as string;
    first(signature, dsigNamespace, 'SignatureValue').textContent = createHmac('sha1', key)
      .update(canonical)
      .digest('base64');
  });
}

const inNameID = (addition: string) => text(/(<saml:NameID[^>]*>[^<]{3})/, `$1${addition}`);
const encrypted =
  '<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAssertion>';

/** `certificate` is the provider's public one. */
export const edits = (certificate: string): HostileEdit[] => [
  ...wrappings,
  { name: 'a comment in the NameID', edit: inNameID('<!---->'), because: /comment/ },
  { name: 'a comment in the e-mail address', edit: text(/(person\d+@first\.)/, '$1<!-- -->'), because: /comment/ },
  { name: 'a CDATA section in the NameID', edit: inNameID('<![CDATA[]]>'), because: /CDATA/ },
  { name: 'a processing instruction in the NameID', edit: inNameID('<?x?>'), because: /processing instruction/ },
  { name: 'a document type', edit: (xml) => `<!DOCTYPE Response>${xml}`, because: /document type/ },
  {
    name: 'an entity',
    edit: (xml) => `<!DOCTYPE r [<!ENTITY e "victim">]>${inNameID('&e;')(xml)}`,
    because: /document type/,
  },
  {
    name: 'an entity of a file',
    edit: (xml) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${inNameID('&e;')(xml)}`,
    because: /document type/,
  },
  {
    name: 'entities that grow',
    edit: (xml) =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${inNameID('&b;')(xml)}`,
    because: /document type/,
  },
  { name: 'an entity without a definition', edit: inNameID('&e;'), because: /not well-formed|signature is not valid/ },
  {
    name: 'the signed assertion twice',
    edit: tree(({ response, assertion }) => void response.appendChild(assertion.cloneNode(true))),
    because: /two elements|exactly one assertion/,
  },
  {
    name: 'a second assertion in another case',
    edit: text('</samlp:Response>', '<saml:assertion/></samlp:Response>'),
    because: /exactly one assertion/,
  },
  {
    name: 'a second assertion in another namespace',
    edit: text('</samlp:Response>', '<Assertion xmlns="urn:evil"/></samlp:Response>'),
    because: /exactly one assertion/,
  },
  {
    name: 'no assertion',
    edit: tree(({ response, assertion }) => void response.removeChild(assertion)),
    because: /exactly one assertion/,
  },
  {
    name: 'an encrypted assertion beside the signed one',
    edit: text('</samlp:Response>', `${encrypted}</samlp:Response>`),
    because: /encrypted/,
  },
  {
    name: 'an encrypted assertion that nobody signed',
    edit: text(/<saml:Assertion.*<\/saml:Assertion>/s, encrypted),
    because: /encrypted/,
  },
  {
    name: 'an encrypted NameID',
    edit: text('</saml:Subject>', '<saml:EncryptedID/></saml:Subject>'),
    because: /encrypted/,
  },
  { name: 'another NameID', edit: text(/(<saml:NameID[^>]*>)[^<]+/, '$1victim'), because: /signature is not valid/ },
  { name: 'another e-mail address', edit: text(/person\d+@first/, 'victim@first'), because: /signature is not valid/ },
  {
    name: 'another audience after signing',
    edit: text(/<saml:Audience>[^<]+/, '<saml:Audience>urn:else'),
    because: /signature is not valid/,
  },
  { name: 'a later end', edit: text(/NotOnOrAfter="\d{4}/, 'NotOnOrAfter="2999'), because: /signature is not valid/ },
  {
    name: 'another id of the assertion',
    edit: text(/(<saml:Assertion ID=")[^"]+/, '$1_other'),
    because: /does not cover/,
  },
  {
    name: 'a signature cut off',
    edit: tree(({ signature }) => void signature.parentNode!.removeChild(signature)),
    because: /not signed/,
  },
  {
    name: 'an empty signature value',
    edit: text(/(<ds:SignatureValue>)[^<]+/, '$1'),
    because: /signature is not valid/,
  },
  {
    name: 'another signature value',
    edit: text(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
    because: /signature is not valid/,
  },
  {
    name: 'another digest',
    edit: text(/<ds:DigestValue>..../, '<ds:DigestValue>AAAA'),
    because: /signature is not valid/,
  },
  { name: 'a reference to the whole document', edit: text(/URI="#[^"]+"/, 'URI=""'), because: /does not cover/ },
  { name: 'a reference to another id', edit: text(/URI="#[^"]+"/, 'URI="#_other"'), because: /does not cover/ },
  {
    name: 'a reference that breaks out of a query',
    edit: text(/URI="#([^"]+)"/, `URI="#$1' or '1'='1"`),
    because: /does not cover/,
  },
  {
    name: 'a second reference',
    edit: text(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1'),
    because: /exactly one Reference/,
  },
  {
    name: 'a second SignedInfo',
    edit: text(/(<ds:SignedInfo.*<\/ds:SignedInfo>)/s, '$1$1'),
    because: /exactly one SignedInfo/,
  },
  {
    name: 'an object in the signature',
    edit: text('</ds:Signature>', '<ds:Object/></ds:Signature>'),
    because: /parts that SAML does not allow/,
  },
  {
    name: 'a style sheet as a transformation',
    edit: text(
      /<ds:Transform Algorithm="[^"]*exc-c14n#"/,
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
    ),
    because: /unexpected way/,
  },
  {
    name: 'a third transformation',
    edit: text(
      '</ds:Transforms>',
      '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>',
    ),
    because: /unexpected way/,
  },
  {
    name: 'the signature deeper in the assertion',
    edit: tree(
      ({ assertion, signature }) => void first(assertion, assertionNamespace, 'Subject').appendChild(signature),
    ),
    because: /not signed/,
  },
  {
    name: 'a second signature',
    edit: tree(
      ({ response, assertion, signature }) => void response.insertBefore(signature.cloneNode(true), assertion),
    ),
    because: /does not cover|Reference/,
  },
  {
    name: 'HMAC with the public key as its secret',
    edit: hmac(certificate),
    because: /algorithm that is not accepted/,
  },
  { name: 'an id twice', edit: text('<samlp:Status>', '<samlp:Status ID="_x" id="_x">'), because: /two elements/ },
  {
    name: 'an element in the response that does not belong there',
    edit: text('<samlp:Status>', '<samlp:Extensions/><samlp:Status>'),
    because: /unexpected elements/,
  },
  {
    name: 'the assertion in a namespace that begins like the right one',
    edit: text(/xmlns:saml="([^"]+)"/, 'xmlns:saml="$1:x"'),
    because: /exactly one Assertion/,
  },
  { name: 'something after the end', edit: (xml) => `${xml}<x/>`, because: /not well-formed/ },
  { name: 'an end that is missing', edit: (xml) => xml.slice(0, -3), because: /not well-formed/ },
  {
    name: 'bytes that are no UTF-8',
    edit: (xml) => Buffer.concat([Buffer.from(xml), Buffer.from([0xff])]),
    because: /not UTF-8/,
  },
  { name: 'more than 256 KiB', edit: (xml) => xml + ' '.repeat(256 * 1024), because: /too large/ },
  {
    name: 'elements without end',
    edit: text('<samlp:Status>', `<samlp:Status>${'<x xmlns="">'.repeat(40)}${'</x>'.repeat(40)}`),
    because: /nested too deeply/,
  },
  {
    name: 'thousands of elements',
    edit: text('<samlp:Status>', `<samlp:Status>${'<x/>'.repeat(3_000)}`),
    because: /too large/,
  },
  { name: 'nothing', edit: () => '', because: /not base64|well-formed/ },
  { name: 'no XML', edit: () => 'signed in, I promise', because: /not well-formed/ },
];
