import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { processSettings, publicKeysOf, readConfig } from '@bindery/config';
import {
  anonymous,
  userProfiles,
  signIn,
  subjects,
  usedSubjects,
  type Principal,
  type ProcessName,
} from '@bindery/contracts';
import type { Envelope } from '../wire/wire';
import { GrantIssuer, GrantVerifier } from './grants';
import { Keyring } from './keyring';
import { RequestSigner, RequestVerifier } from './request-trust';
import { openRequest, signRequest, UntrustedRequest } from './signed-request';

type Secrets = Record<string, Buffer[]>;
const { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS } = processSettings;
const settings = { SIGNING_KEY, SIGNING_KEY_OLD, VERIFYING_KEYS, UNSIGNED_REQUESTS };

const secretsOf = (...names: string[]): Secrets => Object.fromEntries(names.map((name) => [name, [randomBytes(32)]]));
const listOf = (secrets: Secrets): string =>
  Object.entries(secrets)
    .flatMap(([name, keys]) => keys.map((key) => `${name}=${publicKeysOf(key)}`))
    .join(',');

function keyringOf(name: string, own: Buffer[], known: Secrets, env: NodeJS.ProcessEnv = {}): Keyring {
  const [first, ...old] = own.map((key) => key.toString('base64url'));
  const keys = { SIGNING_KEY: first, SIGNING_KEY_OLD: old.join(','), VERIFYING_KEYS: listOf(known) };
  return new Keyring(name, readConfig(settings, { ...keys, ...env }));
}

const secrets = secretsOf('gateway', 'identity', 'content', 'sites', 'ai-jobs', 'integrations', 'change-requests');
const ring = (name: ProcessName, env?: NodeJS.ProcessEnv) => keyringOf(name, secrets[name]!, secrets, env);

const alice: Principal = {
  kind: 'user',
  user: 'alice',
  token: 'token',
  organizations: { org: { role: 'admin', teams: {} } },
};
const envelope = (more: Partial<Envelope> = {}): Envelope => ({
  requestId: 'r',
  deadline: Date.now() + 8_000,
  hops: 1,
  principal: alice,
  params: {},
  ...more,
});

/** A service that verifies what it is sent, and passes principals on. */
function service(name: ProcessName, env?: NodeJS.ProcessEnv) {
  const keyring = ring(name, env);
  const [verifier, signer] = [new RequestVerifier(keyring), new RequestSigner(keyring)];
  const receive = (subject: string, data: Buffer): Envelope => {
    const signed = verifier.open(subject, data);
    const received = JSON.parse(signed.json) as Envelope;
    verifier.check(subject, signed, received);
    return received;
  };
  return { keyring, receive, send: (subject: string, one: Envelope) => signer.sign(subject, one) };
}

const [gateway, content, sites, aiJobs] = (['gateway', 'content', 'sites', 'ai-jobs'] as const).map((name) =>
  service(name),
) as [ReturnType<typeof service>, ReturnType<typeof service>, ReturnType<typeof service>, ReturnType<typeof service>];
const identity = () => service('identity');
const integrations = service('integrations');

const getSpace = 'rpc.content.getSpaceById';
const getSubdomain = 'rpc.identity.getSubdomain';
const { subject: findSubjects } = subjects.findSubjects;

describe('a request', () => {
  it('is believed where it was sent to, once, and read as before where signatures are not known', () => {
    const data = gateway.send(getSpace, envelope());
    expect(content.receive(getSpace, data)).toMatchObject({ principal: alice });
    expect(() => content.receive(getSpace, data)).toThrow('received before');
    expect(JSON.parse(data.toString())).toMatchObject({ principal: alice, params: {} });
  });

  it('is refused under another subject, at another service, and with any bit changed', () => {
    const data = gateway.send(getSpace, envelope());
    expect(() => content.receive('rpc.content.deleteSpaceById', data)).toThrow(UntrustedRequest);
    expect(() => sites.receive(getSpace, data)).toThrow(UntrustedRequest);
    for (let at = 0; at < data.length; at++) {
      const changed = Buffer.from(data);
      changed[at]! ^= 1;
      expect(() => content.receive(getSpace, changed)).toThrow();
      expect(() => content.receive(getSpace, data.subarray(0, at))).toThrow();
    }
    // The last character of a MAC has bits to spare, so that four stand for the same bytes.
    const last = data.length - '"}'.length - 1;
    for (const letter of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')) {
      const changed = Buffer.from(data);
      changed[last] = letter;
      if (!changed.equals(data)) expect(() => content.receive(getSpace, changed)).toThrow('signature');
    }
  });

  it.each(['', '{}', '{"mac":"gateway.x"}', `{"a":1,"mac":"nobody.${'A'.repeat(43)}"}`, 'nonsense'])(
    'is refused without a signature: %s',
    (text) => expect(() => content.receive(getSpace, Buffer.from(text))).toThrow(UntrustedRequest),
  );

  it('may have no deadline that is far away', () => {
    const data = gateway.send(getSpace, envelope({ deadline: Date.now() + 3_600_000 }));
    expect(() => content.receive(getSpace, data)).toThrow('too far away');
  });

  it('cannot be forged with the keys of a service', () => {
    const json = JSON.stringify(envelope());
    // It knows the public keys of all, and a private key of its own.
    const forged = signRequest(sites.keyring, 'content', getSpace, json);
    const posing = Buffer.from(forged.toString().replace('"mac":"sites.', '"mac":"gateway.'));
    expect(() => content.receive(getSpace, posing)).toThrow('signature is not right');
    expect(() => content.receive(getSpace, forged)).toThrow(UntrustedRequest);
  });
});

describe('a principal', () => {
  const toContent = () => content.receive(getSpace, gateway.send(getSpace, envelope())).principal;
  const onward = (principal: Principal) => envelope({ principal, hops: 2 });

  it('is passed on by the service that the gateway has given it to', () => {
    const data = content.send(findSubjects, onward(toContent()));
    expect(identity().receive(findSubjects, data).principal).toEqual(alice);
  });

  it('that a service makes up is its own, and good for the operations that it calls on its own alone', () => {
    expect(() => content.send(findSubjects, onward(alice))).toThrow('on its own');
    const own = content.send(userProfiles.subject, onward(alice));
    expect(identity().receive(userProfiles.subject, own).principal).toEqual({ ...alice, service: 'content' });
  });

  /** Signs past the checks of the sender, as a service that was taken over does. */
  const forge = (from: { keyring: Keyring }, subject: string, one: object) =>
    signRequest(from.keyring, 'identity', subject, JSON.stringify(one));
  const grantOf = (data: Buffer) => (JSON.parse(data.toString()) as Envelope).grant!;

  it('is refused forged, changed, as another service, or given to another service', () => {
    const grant = grantOf(gateway.send(getSpace, envelope()));
    const refused = (from: { keyring: Keyring }, one: object, message: string) =>
      expect(() => identity().receive(findSubjects, forge(from, findSubjects, one))).toThrow(message);
    refused(content, onward(alice), 'not signed by the gateway');
    refused(content, { ...onward({ ...alice, user: 'bob' }), grant }, 'not signed by the gateway');
    // The last character may differ in bits alone that no byte takes.
    const changed = grant.replace(/.(.{10})$/, (end) => (end.startsWith('A') ? 'B' : 'A') + end.slice(1));
    refused(content, { ...onward(alice), grant: changed }, 'not signed by the gateway');
    refused(content, onward({ ...alice, service: 'sites' }), 'cannot act as sites');
    refused(content, onward({ ...alice, service: 'content' }), 'on its own');
    // Neither content nor what it asks asks integrations for the caller.
    const stolen = forge(integrations, getSubdomain, { ...onward(alice), grant });
    expect(() => identity().receive(getSubdomain, stolen)).toThrow('was not given to integrations');
    refused(aiJobs, { ...onward(alice), grant }, 'may not call it');
  });

  it('is refused for operations that contracts do not let the service call, with any grant', () => {
    const grant = grantOf(gateway.send(getSpace, envelope()));
    const used = new Set(usedSubjects('content'));
    for (const { subject } of [...Object.values(signIn), { subject: 'rpc.identity.createUserAPIToken' }]) {
      expect(used.has(subject)).toBe(false);
      for (const one of [{ ...onward(alice), grant }, onward({ ...alice, service: 'content' }), onward(anonymous)])
        expect(() => identity().receive(subject, forge(content, subject, one))).toThrow('may not call it');
    }
  });

  it('expires', () => {
    const grant = grantOf(gateway.send(getSpace, envelope()));
    const data = forge(content, findSubjects, { ...onward(alice), grant, deadline: Date.now() + 70_000 });
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 66_000);
    expect(() => identity().receive(findSubjects, data)).toThrow('expired');
    later.mockRestore();
  });

  it('of the gateway is no service', () => {
    const data = signRequest(
      gateway.keyring,
      'identity',
      userProfiles.subject,
      JSON.stringify(envelope({ principal: { ...alice, service: 'content' } })),
    );
    expect(() => identity().receive(userProfiles.subject, data)).toThrow('cannot act as content');
  });
});

describe('during an upgrade', () => {
  const accepting = { UNSIGNED_REQUESTS: 'accept' };

  it('requests without a signature are accepted where that is set, and signed ones are looked at as ever', () => {
    const upgraded = service('content', accepting);
    expect(upgraded.receive(getSpace, Buffer.from(JSON.stringify(envelope()))).principal).toEqual(alice);
    const data = gateway.send(getSpace, envelope());
    expect(() => upgraded.receive('rpc.content.deleteSpaceById', data)).toThrow(UntrustedRequest);
  });

  it('a service passes on what a gateway without signatures has sent', () => {
    const principal = JSON.parse(JSON.stringify(alice)) as Principal;
    const data = signRequest(content.keyring, 'identity', findSubjects, JSON.stringify(envelope({ principal })));
    expect(service('identity', accepting).receive(findSubjects, data).principal).toEqual(alice);
    expect(() => identity().receive(findSubjects, data)).toThrow('not signed by the gateway');
  });
});

describe('keys', () => {
  it('are replaced without a pause', () => {
    const [before, after] = [secrets.gateway![0]!, randomBytes(32)];
    const both = { ...secrets, gateway: [before, after] };
    const turned = { ...secrets, gateway: [after, before] };
    // Each of what may run side by side while the settings of the next step are rolled out.
    const steps: [own: Buffer[], known: Secrets][] = [
      [[before], secrets],
      [[before, after], both],
      [[after, before], turned],
      [[after], { ...secrets, gateway: [after] }],
    ];
    for (const [step, [own]] of steps.entries())
      for (const [, known] of steps.slice(Math.max(0, step - 1), step + 2)) {
        const sender = keyringOf('gateway', own, steps[step]![1]);
        const receiver = keyringOf('content', secrets.content!, known);
        const data = signRequest(sender, 'content', getSpace, '{}');
        expect(openRequest(receiver, getSpace, data).sender).toBe('gateway');
      }
  });

  it('that are not those of the process are refused with the setting to look at', () => {
    expect(() => keyringOf('content', [randomBytes(32)], secrets)).toThrow(
      'SIGNING_KEY does not match the key of content',
    );
  });
});

it('verifies a signature of the named process alone, and for no other text', () => {
  const content = ring('content');
  const text = Buffer.from('a text');
  const signature = Buffer.from(content.sign(text), 'base64url');
  for (const name of ['content', 'sites'] as const) expect(ring(name).verifies('content', text, signature)).toBe(true);
  expect(content.verifies('content', Buffer.from('another'), signature)).toBe(false);
  expect(content.verifies('sites', text, signature)).toBe(false);
});

/** Bytes of objects that are in use. */
function bytesHeld(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

it('a verified grant takes as much memory for a user of a thousand organizations as for one of none', () => {
  const [issuer, verifier] = [new GrantIssuer(gateway.keyring), new GrantVerifier(content.keyring)];
  const organizations = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`organization-${index}`, { role: 'admin' as const, teams: {} }]),
  );
  const before = bytesHeld();
  let last: string | undefined;
  for (let number = 0; number < 300; number++) {
    const principal: Principal = { kind: 'user', user: `user-${number}`, token: 'token', organizations };
    last = issuer.grant(principal, 'content')!;
    expect(verifier.fault(last, principal, 'content')).toBeUndefined();
  }
  // The principals as JSON would take 15 MB.
  expect(bytesHeld() - before).toBeLessThan(3_000_000);
  expect(verifier.fault(last!, { ...alice, organizations }, 'content')).toContain('not signed by the gateway');
});
