import { randomBytes } from 'node:crypto';
import { headers as newHeaders, type MsgHdrs } from 'nats';
import { processSettings, publicKeysOf, readConfig } from '@bindery/config';
import { revisionCreated, type ProcessName } from '@bindery/contracts';
import { Keyring } from '../trust/keyring';
import { MalformedMessage } from '../wire/malformed';
import { checkEvent, signEvent } from './signed-event';

const { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS } = processSettings;
const settings = { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS };
type Secrets = Partial<Record<ProcessName, Buffer>>;

const secretsOf = (names: ProcessName[]): Secrets => Object.fromEntries(names.map((name) => [name, randomBytes(32)]));
const secrets = secretsOf(['content', 'sites', 'ai-jobs', 'integrations', 'change-requests']);

function ring(name: ProcessName, known = secrets): Keyring {
  const list = Object.entries(known).map(([one, secret]) => `${one}=${publicKeysOf(secret)}`);
  const own = known[name]!.toString('base64url');
  return new Keyring(name, readConfig(settings, { SIGNING_KEY: own, VERIFYING_KEYS: list.join(',') }));
}

const { subject } = revisionCreated;
const json = JSON.stringify({ title: 'Müller' });
const check =
  (name: ProcessName, headers: MsgHdrs, text = json, known = secrets) =>
  () =>
    checkEvent(ring(name, known), revisionCreated, Buffer.from(text), headers);

/** The headers with one of them replaced, or without it. */
function changed(headers: MsgHdrs, name: string, value?: string): MsgHdrs {
  const copy = newHeaders();
  for (const key of headers.keys()) if (key !== name) copy.set(key, headers.get(key));
  if (value !== undefined) copy.set(name, value);
  return copy;
}
const withoutSignature = (headers: MsgHdrs): MsgHdrs => changed(headers, 'Bnd-Signature');

it('authenticates an event for each consumer by a MAC alone', () => {
  const headers = withoutSignature(signEvent(ring('content'), subject, json));
  for (const name of ['content', 'ai-jobs', 'integrations', 'sites'] as const)
    expect(check(name, headers)).not.toThrow();
  expect(check('change-requests', headers)).toThrow(MalformedMessage);
  expect(check('sites', headers, `${json} `)).toThrow(MalformedMessage);
});

it('takes no MAC of another sender or for another subject', () => {
  const ofSites = withoutSignature(signEvent(ring('sites'), subject, json));
  expect(check('ai-jobs', ofSites)).toThrow('it is not signed');
  const head = `bindery event 1\nanother\n`;
  const mac = ring('content').macTo('ai-jobs', [head, json]);
  const other = withoutSignature(changed(ofSites, 'Bnd-Macs', `ai-jobs.${mac}`));
  expect(check('ai-jobs', other)).toThrow('it is not signed');
});

it('takes a signed event whose MAC was made for earlier keys, or whose producer does not know the consumer', () => {
  const headers = signEvent(ring('content'), subject, json);
  const renewed = { ...secrets, 'ai-jobs': randomBytes(32) };
  expect(check('ai-jobs', headers, json, renewed)).not.toThrow();
  const { sites: _, ...some } = secrets;
  expect(check('sites', signEvent(ring('content', some), subject, json))).not.toThrow();
});
