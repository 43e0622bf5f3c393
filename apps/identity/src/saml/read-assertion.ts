import { assertion, refused } from './refusal';
import { issuerOf } from './response-document';
import { attributeOf, childrenOf, isNamed, named, only, textOf } from './xml';

/** The maximum difference of the provider's and the platform's clocks, in milliseconds. */
const skew = 60_000;
/** The maximum age of an assertion, in milliseconds. */
const maxAge = 10 * 60_000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const nameIdFormats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};

/** The values that an assertion must have to be accepted here and now. */
interface AssertionTarget {
  /** The provider's entity id. */
  issuer: string;
  /** The platform's entity id for that provider. */
  audience: string;
  recipient: string;
  request: string;
  /** The name of the attribute that holds the user's groups. */
  groups?: string | undefined;
  now: Date;
}

/** The provider's claims about a user. */
export interface Claims {
  assertionId: string;
  /** After this time the assertion is rejected for its age. */
  expiresAt: Date;
  /** The provider's permanent id of the user. */
  subject: string;
  email?: string;
  displayName?: string;
  /** The user's groups, if requested; a provider sends no attribute for users without groups. */
  groups?: string[];
}

/** Reads the claims of an assertion, which must be the bytes that a valid signature covers. Throws 403 that names the failed check. */
export function readAssertion(held: Element, expected: AssertionTarget): Claims {
  if (attributeOf(held, 'Version') !== '2.0') throw refused('the assertion is not of SAML 2.0');
  if (issuerOf(held) !== expected.issuer) throw refused('another provider issued the assertion');
  checkIssueInstant(held, expected.now);
  const subject = only(held, assertion, 'Subject');
  const expiresAt = checkConfirmation(only(subject, assertion, 'SubjectConfirmation'), expected);
  checkConditions(only(held, assertion, 'Conditions'), expected);
  checkStatements(held, expected.now);
  const name = nameOf(subject);
  const attributes = attributesOf(held);
  return {
    assertionId: checkedId(held),
    expiresAt: new Date(expiresAt.getTime() + skew),
    subject: name.value,
    ...defined({ email: emailOf(name, attributes), displayName: displayNameOf(attributes) }),
    ...(expected.groups !== undefined && { groups: attributes.get(expected.groups.toLowerCase()) ?? [] }),
  };
}

function checkedId(held: Element): string {
  const id = attributeOf(held, 'ID');
  if (!id || id.length > 256) throw refused('the assertion has no id');
  return id;
}

function checkIssueInstant(held: Element, now: Date): void {
  const issued = timeOf(held, 'IssueInstant');
  if (!issued || issued.getTime() > now.getTime() + skew) throw refused('the assertion was issued in the future');
  if (issued.getTime() < now.getTime() - maxAge - skew) throw refused('the assertion is too old');
}

/** SAML Profiles 2.0, section 4.1.4.2: the bearer of the assertion, its recipient, its request and its expiry. */
function checkConfirmation(confirmation: Element, { recipient, request, now }: AssertionTarget): Date {
  if (attributeOf(confirmation, 'Method') !== bearer) throw refused('the assertion is not for its bearer');
  const data = only(confirmation, assertion, 'SubjectConfirmationData');
  if (attributeOf(data, 'Recipient') !== recipient) throw refused('the assertion is for another recipient');
  if (attributeOf(data, 'InResponseTo') !== request) throw refused('the assertion answers another request');
  const until = timeOf(data, 'NotOnOrAfter');
  if (!until) throw refused('the assertion has no expiry');
  checkPeriod(data, now);
  return until;
}

function checkConditions(conditions: Element, { audience, now }: AssertionTarget): void {
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  if (childrenOf(conditions).some((child) => !known.some((name) => isNamed(child, assertion, name))))
    throw refused('the assertion has an unknown condition');
  const restrictions = named(conditions, assertion, 'AudienceRestriction');
  const ours = (restriction: Element) =>
    named(restriction, assertion, 'Audience').some((named) => textOf(named) === audience);
  if (restrictions.length === 0 || !restrictions.every(ours)) throw refused('the assertion is for another audience');
  checkPeriod(conditions, now);
}

function checkStatements(held: Element, now: Date): void {
  const statements = named(held, assertion, 'AuthnStatement');
  if (statements.length === 0) throw refused('the assertion has no statement that the user signed in');
  for (const statement of statements) {
    const end = timeOf(statement, 'SessionNotOnOrAfter');
    if (end && end <= now) throw refused('the session has ended');
  }
}

function checkPeriod(node: Element, now: Date): void {
  const from = timeOf(node, 'NotBefore');
  const until = timeOf(node, 'NotOnOrAfter');
  if (from && from.getTime() > now.getTime() + skew) throw refused('the assertion is not valid yet');
  if (until && until.getTime() <= now.getTime() - skew) throw refused('the assertion has expired');
}

/** xs:dateTime in UTC, as SAML demands (Core 2.0, section 1.3.3). */
function timeOf(node: Element, name: string): Date | undefined {
  const value = attributeOf(node, name);
  if (value === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? new Date(value) : undefined;
  if (!time || Number.isNaN(time.getTime())) throw refused(`${name} is not a valid time`);
  return time;
}

interface Name {
  value: string;
  format?: string;
}

function nameOf(subject: Element): Name {
  const name = only(subject, assertion, 'NameID');
  const value = textOf(name);
  const format = attributeOf(name, 'Format');
  if (!value || value.length > 512) throw refused('the assertion has no subject');
  if (format === nameIdFormats.transient)
    throw refused('the provider names the user differently each time; it must send a persistent NameID');
  return { value, ...defined({ format }) };
}

/** The values of each attribute by its name in lower case. */
function attributesOf(held: Element): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const statement of named(held, assertion, 'AttributeStatement')) {
    for (const attribute of named(statement, assertion, 'Attribute')) {
      const name = attributeOf(attribute, 'Name')?.toLowerCase() ?? '';
      const values = named(attribute, assertion, 'AttributeValue')
        .filter((value) => childrenOf(value).length === 0)
        .map(textOf);
      attributes.set(name, [...(attributes.get(name) ?? []), ...values.filter(Boolean)]);
    }
  }
  return attributes;
}

const claimNames = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  displayName: [
    'displayname',
    'name',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
};

/** The single address from the provider; none if there are several, because it is not clear which one is meant. */
function emailOf({ value, format }: Name, attributes: Map<string, string[]>): string | undefined {
  const given = new Set(claimNames.email.flatMap((name) => attributes.get(name) ?? []).map((one) => one.toLowerCase()));
  if (given.size > 1) throw refused('the assertion has more than one e-mail address');
  const [email] = given;
  return email ?? (format === nameIdFormats.email ? value.toLowerCase() : undefined);
}

const displayNameOf = (attributes: Map<string, string[]>): string | undefined =>
  claimNames.displayName.flatMap((name) => attributes.get(name) ?? [])[0]?.slice(0, 255);

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
