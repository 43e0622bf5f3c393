import { codeOf, nextMail, selfSigned, visit } from '@bindery/testing';
import { hostileDrafts } from './hostile-drafts';
import { edits } from './hostile-edits';
import { IdentityProvider, type Draft } from './identity-provider';
import { newPerson, SamlWorld, type ProviderAtBothEnds, type ConsumerAnswer } from './saml-world';

const key = selfSigned();
const hostileEdits = edits(key.certificate);
const first = 'first.example';

let saml: SamlWorld;
let connected: ProviderAtBothEnds;

beforeAll(async () => {
  saml = await SamlWorld.create();
  const idp = new IdentityProvider('https://idp.example.com/metadata', key);
  connected = await saml.connect({}, saml.world.organization, saml.world.admin.token, idp);
});
afterAll(() => saml.close());

function expectRefused({ status, json }: ConsumerAnswer, because: RegExp): void {
  expect({ status, message: json.error?.message }).toEqual({
    status: 403,
    message: expect.stringMatching(because) as string,
  });
}

/** Expects the unchanged response to be accepted, from which every hostile one is derived. */
async function expectAccepted(xml: string, relayState: string): Promise<void> {
  const { status, json } = await saml.post(connected, xml, relayState);
  expect({ status, error: json.error }).toEqual({ status: 200, error: undefined });
  expect(json.token).toMatch(/^bnd_user_/);
}

async function honest(sign: Draft['sign'] = ['assertion']) {
  const request = await saml.begin(connected);
  const draft = connected.idp.draft(request, newPerson(first));
  draft.sign = sign;
  return { request, draft, xml: connected.idp.write(draft) };
}

describe('a provider’s response with', () => {
  it.each(hostileDrafts.map((hostile) => [hostile.name, hostile] as const))(
    '%s is refused',
    async (_, { change, because }) => {
      const { request, draft, xml } = await honest();
      const hostile = structuredClone({ ...draft, signing: undefined });
      const changed = { ...hostile, signing: { ...draft.signing } };
      change(changed);
      expectRefused(await saml.post(connected, connected.idp.write(changed), request.relayState), because);
      await expectAccepted(xml, request.relayState);
    },
  );
});

describe('a signed response into which an attacker puts', () => {
  it.each(hostileEdits.map((hostile) => [hostile.name, hostile] as const))(
    '%s is refused',
    async (_, { edit, because, sign }) => {
      const { request, xml } = await honest(sign);
      const answer = await saml.post(connected, edit(xml), request.relayState);
      // An empty form is refused before it is read.
      if (answer.status !== 400) expectRefused(answer, because);
      await expectAccepted(xml, request.relayState);
    },
  );
});

describe('a response is refused', () => {
  it('when it comes a second time', async () => {
    const { request, xml } = await honest();
    await expectAccepted(xml, request.relayState);
    expectRefused(await saml.post(connected, xml, request.relayState), /does not answer a request/);
  });

  it('when ten come at once, but for one', async () => {
    const { request, xml } = await honest();
    const answers = await Promise.all(Array.from({ length: 10 }, () => saml.post(connected, xml, request.relayState)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
  });

  it('when its assertion was used, though the request is new', async () => {
    const { request, draft, xml } = await honest();
    await expectAccepted(xml, request.relayState);
    const again = await honest();
    again.draft.assertion.id = draft.assertion.id;
    expectRefused(
      await saml.post(connected, connected.idp.write(again.draft), again.request.relayState),
      /used before/,
    );
    await expectAccepted(again.xml, again.request.relayState);
  });

  it('when it answers somebody else’s request', async () => {
    const [mine, others] = [await honest(), await honest()];
    expectRefused(await saml.post(connected, mine.xml, others.request.relayState), /does not answer a request/);
    await expectAccepted(mine.xml, mine.request.relayState);
  });

  it.each(['', 'https://evil.example/', 'unknown'])('when its RelayState is %j', async (relayState) => {
    const { request, xml } = await honest();
    expectRefused(await saml.post(connected, xml, relayState), /does not answer a request/);
    await expectAccepted(xml, request.relayState);
  });

  it('when it comes after more than ten minutes', async () => {
    const [late, inTime] = [await honest(), await honest()];
    await saml.world.records.query(`update saml_request set expires_at = now() - interval '1 second' where id = $1`, [
      late.request.id,
    ]);
    expectRefused(await saml.post(connected, late.xml, late.request.relayState), /too late/);
    await expectAccepted(inTime.xml, inTime.request.relayState);
  });

  it('when another key signed it, whose certificate it brings along', async () => {
    const { request, draft, xml } = await honest();
    const foreign = { ...draft, signing: { ...draft.signing, key: selfSigned() } };
    expectRefused(
      await saml.post(connected, connected.idp.write(foreign), request.relayState),
      /signature is not valid/,
    );
    await expectAccepted(xml, request.relayState);
  });

  it('when the key is one that the provider had before', async () => {
    const idp = new IdentityProvider('https://rotating.example.com');
    const rotating = await saml.connect({}, saml.world.organization, saml.world.admin.token, idp);
    expect((await saml.signIn(rotating, newPerson(first))).status).toBe(200);
    await saml.world.api.expect('updateOrganizationSAMLProvider', {
      token: saml.world.admin.token,
      params: { organizationId: saml.world.organization, samlProviderId: rotating.provider.id },
      body: { certificate: selfSigned().certificate },
    });
    expectRefused(await saml.signIn(rotating, newPerson(first)), /signature is not valid/);
  });

  it('when it is posted to another provider, also of the same company and key', async () => {
    const twin = await saml.connect({}, saml.world.organization, saml.world.admin.token, connected.idp);
    const { request, xml } = await honest();
    expectRefused(await saml.post(twin, xml, request.relayState), /does not answer a request/);
    // The twin's own answer to the first provider's request.
    const crossed = connected.idp.draft(
      { ...request, acs: twin.provider.service.acsURL, audience: twin.provider.service.entityID },
      newPerson(first),
    );
    expectRefused(await saml.post(twin, connected.idp.write(crossed), request.relayState), /does not answer a request/);
    await expectAccepted(xml, request.relayState);
  });

  it('when another organization’s provider signed it', async () => {
    const foreign = await saml.connect(
      {},
      saml.world.other,
      saml.world.otherAdmin.token,
      new IdentityProvider('https://idp.example.com/metadata'),
    );
    expect((await saml.signIn(foreign, newPerson('other.example'))).status).toBe(200);
    const { request, draft, xml } = await honest();
    expectRefused(
      await saml.post(
        connected,
        foreign.idp.write({ ...draft, signing: { ...draft.signing, key: foreign.idp.key } }),
        request.relayState,
      ),
      /signature is not valid/,
    );
    await expectAccepted(xml, request.relayState);
  });

  it('when another organization’s provider names an address of ours', async () => {
    const foreign = await saml.connect(
      {},
      saml.world.other,
      saml.world.otherAdmin.token,
      new IdentityProvider('https://foreign.example.com'),
    );
    const victim = newPerson(first);
    expect((await saml.signIn(connected, victim)).status).toBe(200);
    expectRefused(await saml.signIn(foreign, victim), /is not an e-mail domain/);
    expect((await saml.signIn(foreign, newPerson('other.example'))).status).toBe(200);
  });

  it('when another organization’s provider claims our domain, too: the person is asked first and opens nothing of ours', async () => {
    const { api, records } = saml.world;
    const organizationId = await records.organization('Squatter');
    const squatter = await records.user({ [organizationId]: 'admin' });
    await api.expect('updateOrganizationById', {
      token: squatter.token,
      params: { organizationId },
      body: { emailDomains: [first] },
    });
    const hostile = await saml.connect(
      {},
      organizationId,
      squatter.token,
      new IdentityProvider('https://squatter.example.com'),
    );
    const victim = newPerson(first);
    await saml.signIn(connected, victim);
    const { status, json } = await saml.signIn(hostile, victim);
    expect({ status, signedIn: json.token }).toEqual({ status: 200, signedIn: undefined });
    expect(json.signIn).toBeDefined();
  });

  it('when it was in before the person who owns the address: what it opened closes', async () => {
    const { world } = saml;
    const { api, records } = world;
    const organizationId = await records.organization('Early squatter');
    const squatter = await records.user({ [organizationId]: 'admin' });
    const person = newPerson('unclaimed.example');
    await api.expect('updateOrganizationById', {
      token: squatter.token,
      params: { organizationId },
      body: { emailDomains: ['unclaimed.example'] },
    });
    const hostile = await saml.connect(
      {},
      organizationId,
      squatter.token,
      new IdentityProvider('https://early.example.com'),
    );
    const early = await saml.signIn(hostile, person);
    expect(early.json.token).toBeDefined();

    const asked = await visit<{ signIn: string }>(world, '/sign-in', { form: { email: person.email } });
    const code = codeOf(await nextMail(world, person.email));
    const owner = await visit<{ token: string; user: { id: string } }>(world, '/sign-in/code', {
      form: { signIn: asked.json.signIn, code },
    });
    expect(owner.json.user.id).toBe(early.json.user.id);
    expect((await api.call('getAuthenticatedUser', { token: early.json.token })).status).toBe(401);
    expect((await saml.signIn(hostile, person)).json.token).toBeUndefined();
    expect((await api.call('getAuthenticatedUser', { token: owner.json.token })).status).toBe(200);
  });

  it('when the provider was deleted', async () => {
    const gone = await saml.connect({}, saml.world.organization, saml.world.admin.token, connected.idp);
    expect((await saml.signIn(gone, newPerson(first))).status).toBe(200);
    const request = await saml.begin(gone);
    const params = { organizationId: saml.world.organization, samlProviderId: gone.provider.id };
    await saml.world.api.expect('deleteOrganizationSAMLProvider', { token: saml.world.admin.token, params });
    const xml = gone.idp.write(gone.idp.draft(request, newPerson(first)));
    expect((await saml.post(gone, xml, request.relayState)).status).toBe(404);
  });
});

it('has tried more than forty of them, each under a name of its own', () => {
  const names = [...hostileDrafts, ...hostileEdits].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(40);
  process.stdout.write(`Hostile SAML responses: ${names.length} in the tables, and 14 more\n`);
});
