import { ago, ahead, dsig, type Draft } from './identity-provider';

/** A response that a provider could sign and that must be refused: what is changed before it is signed, and why it falls. */
interface HostileDraft {
  name: string;
  change: (draft: Draft) => void;
  because: RegExp;
}

const assertionOf =
  (change: Partial<Draft['assertion']>) =>
  (draft: Draft): void =>
    void Object.assign(draft.assertion, change);
const responseOf =
  (change: Partial<Draft>) =>
  (draft: Draft): void =>
    void Object.assign(draft, change);
const signingOf =
  (change: Partial<Draft['signing']>) =>
  (draft: Draft): void =>
    void Object.assign(draft.signing, change);

const elsewhere = 'https://elsewhere.example/saml';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

export const hostileDrafts: HostileDraft[] = [
  { name: 'another issuer of the assertion', change: assertionOf({ issuer: elsewhere }), because: /another provider/ },
  {
    name: 'no issuer of the assertion',
    change: (draft) => {
      draft.assertion.issuer = undefined;
      draft.sign = ['response'];
    },
    because: /another provider/,
  },
  {
    name: 'another issuer of the response',
    change: responseOf({ responseIssuer: elsewhere }),
    because: /another provider/,
  },
  { name: 'another destination', change: responseOf({ destination: elsewhere }), because: /another destination/ },
  { name: 'no destination', change: responseOf({ destination: undefined }), because: /another destination/ },
  { name: 'another recipient', change: assertionOf({ recipient: elsewhere }), because: /another recipient/ },
  { name: 'no recipient', change: assertionOf({ recipient: undefined }), because: /another recipient/ },
  { name: 'another audience', change: assertionOf({ audiences: [[elsewhere]] }), because: /another audience/ },
  { name: 'no audience', change: assertionOf({ audiences: [] }), because: /another audience/ },
  {
    name: 'a second audience restriction that is another’s',
    change: ({ assertion }) => void assertion.audiences.push([elsewhere]),
    because: /another audience/,
  },
  {
    name: 'an audience that begins like ours',
    change: ({ assertion }) => void (assertion.audiences[0]![0] += '/more'),
    because: /another audience/,
  },
  {
    name: 'a request that was never made',
    change: (draft) => {
      draft.inResponseTo = draft.assertion.inResponseTo = '_unknown';
    },
    because: /does not answer a request/,
  },
  {
    name: 'no request, as when the provider begins',
    change: responseOf({ inResponseTo: undefined }),
    because: /does not answer a request/,
  },
  {
    name: 'a confirmation for no request',
    change: assertionOf({ inResponseTo: undefined }),
    because: /another request/,
  },
  {
    name: 'a confirmation for another request',
    change: assertionOf({ inResponseTo: '_other' }),
    because: /another request/,
  },
  { name: 'a confirmation that ended', change: assertionOf({ confirmedUntil: ago(2) }), because: /has expired/ },
  {
    name: 'a confirmation that ended 61 seconds ago',
    change: assertionOf({ confirmedUntil: ago(61 / 60) }),
    because: /has expired/,
  },
  {
    name: 'a confirmation without an end',
    change: assertionOf({ confirmedUntil: undefined }),
    because: /has no expiry/,
  },
  {
    name: 'an end that is no moment',
    change: assertionOf({ confirmedUntil: 'tomorrow' }),
    because: /not a valid time/,
  },
  {
    name: 'an end in another time zone',
    change: assertionOf({ confirmedUntil: ahead(5).replace('Z', '+14:00') }),
    because: /not a valid time/,
  },
  { name: 'conditions that ended', change: assertionOf({ notOnOrAfter: ago(2) }), because: /has expired/ },
  { name: 'conditions that have not begun', change: assertionOf({ notBefore: ahead(60) }), because: /not valid yet/ },
  { name: 'an assertion of an hour ago', change: assertionOf({ issueInstant: ago(60) }), because: /too old/ },
  { name: 'an assertion of the future', change: assertionOf({ issueInstant: ahead(60) }), because: /future/ },
  {
    name: 'a session that ended',
    change: assertionOf({
      authnStatement: `<saml:AuthnStatement AuthnInstant="${ago(1)}" SessionNotOnOrAfter="${ago(1)}"/>`,
    }),
    because: /session has ended/,
  },
  {
    name: 'nobody who signed in',
    change: assertionOf({ authnStatement: '' }),
    because: /has no statement that the user signed in/,
  },
  {
    name: 'a condition that is not known',
    change: assertionOf({ condition: '<saml:Condition/>' }),
    because: /unknown condition/,
  },
  {
    name: 'a confirmation by key',
    change: assertionOf({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
    because: /not for its bearer/,
  },
  { name: 'no NameID', change: assertionOf({ nameID: undefined }), because: /exactly one NameID/ },
  { name: 'an empty NameID', change: assertionOf({ nameID: ' ' }), because: /has no subject/ },
  {
    name: 'a NameID for this time only',
    change: assertionOf({ nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    because: /persistent NameID/,
  },
  {
    name: 'an element in the NameID',
    change: ({ assertion }) => void (assertion.nameID += '<b xmlns="">x</b>'),
    because: /must have only text/,
  },
  { name: 'SAML 1.1', change: assertionOf({ version: '1.1' }), because: /SAML 2.0/ },
  { name: 'a response of SAML 1.1', change: responseOf({ version: '1.1' }), because: /SAML 2.0/ },
  {
    name: 'a status of failure',
    change: responseOf({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    because: /did not sign/,
  },
  { name: 'no e-mail address', change: assertionOf({ attributes: [] }), because: /has no e-mail address/ },
  {
    name: 'two e-mail addresses',
    change: ({ assertion }) => void assertion.attributes.push(['mail', 'else@first.example']),
    because: /more than one e-mail/,
  },
  {
    name: 'an e-mail address outside the organization’s domains',
    change: assertionOf({ attributes: [['email', 'somebody@other.example']] }),
    because: /is not an e-mail domain/,
  },
  {
    name: 'an e-mail address in a subdomain',
    change: assertionOf({ attributes: [['email', 'somebody@sub.first.example']] }),
    because: /is not an e-mail domain/,
  },
  {
    name: 'an e-mail address with two signs',
    change: assertionOf({ attributes: [['email', 'somebody@other.example@first.example']] }),
    because: /e-mail address is not valid/,
  },
  { name: 'no signature', change: responseOf({ sign: [] }), because: /not signed/ },
  {
    name: 'a signature with SHA-1',
    change: signingOf({ signature: `${dsig}rsa-sha1` }),
    because: /algorithm that is not accepted/,
  },
  {
    name: 'a digest with SHA-1',
    change: signingOf({ digest: `${dsig}sha1` }),
    because: /algorithm that is not accepted/,
  },
  {
    name: 'a signature of a kind that is not known',
    change: signingOf({ signature: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }),
    because: /algorithm that is not accepted/,
  },
  {
    name: 'another canonical form of the signature',
    change: signingOf({ canonicalization: inclusive }),
    because: /form of XML/,
  },
  {
    name: 'a canonical form with comments',
    change: signingOf({ transforms: [`${dsig}enveloped-signature`, `${inclusive}#WithComments`] }),
    because: /unexpected way/,
  },
  {
    name: 'a signature that does not leave itself out',
    change: signingOf({ transforms: [`http://www.w3.org/2001/10/xml-exc-c14n#`] }),
    because: /unexpected way/,
  },
  {
    name: 'SHA-1 twice',
    change: signingOf({ signature: `${dsig}rsa-sha1`, digest: `${dsig}sha1` }),
    because: /algorithm that is not accepted/,
  },
];
