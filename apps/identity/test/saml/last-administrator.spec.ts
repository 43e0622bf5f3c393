import type { AuditEvent, Page } from '@bindery/contracts';
import { operatorCommand, until } from '@bindery/testing';
import { SamlWorld, type ProviderAtBothEnds } from './saml-world';

let saml: SamlWorld;
beforeAll(async () => void (saml = await SamlWorld.create()));
afterAll(() => saml.close());

describe('the last administrator who can sign in', () => {
  /** An organization with one administrator, and changes by them. */
  const organizationOf = async () => {
    const { api, records } = saml.world;
    const organizationId = await records.organization('Last');
    const admin = await records.user({ [organizationId]: 'admin' });
    const call = (operation: Parameters<typeof api.call>[0], given: { params?: object; body?: object } = {}) =>
      api.call<{ error: { message: string } }>(operation, {
        ...given,
        token: admin.token,
        params: { organizationId, ...given.params },
      });
    const enforce = () => call('updateOrganizationById', { body: { sso: true } });
    const mark = (userId = admin.id) => call('setUserAsSSOMemberForOrganization', { params: { userId } });
    return { organizationId, admin, call, enforce, mark };
  };

  it('is not marked for single sign-on where it is enforced without a provider, nor the other way round', async () => {
    const [first, second] = [await organizationOf(), await organizationOf()];
    expect((await first.enforce()).status).toBe(200);
    const { status, body } = await first.mark();
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('set up an identity provider first')]);
    const other = await saml.world.records.user({ [first.organizationId]: 'read' });
    expect((await first.mark(other.id)).status).toBe(200);

    expect((await second.mark()).status).toBe(200);
    expect((await second.enforce()).status).toBe(409);
    await saml.connect({ ssoURL: undefined }, second.organizationId, second.admin.token);
    expect((await second.enforce()).status).toBe(409);
    await saml.connect({}, second.organizationId, second.admin.token);
    expect((await second.enforce()).status).toBe(200);
  });

  it('keeps an administrator who signs in by e-mail, or the provider', async () => {
    const { organizationId, admin, call, enforce, mark } = await organizationOf();
    const remove = ({ provider: { id: samlProviderId } }: ProviderAtBothEnds) =>
      call('deleteOrganizationSAMLProvider', { params: { samlProviderId } });
    const providers = [
      await saml.connect({}, organizationId, admin.token),
      await saml.connect({}, organizationId, admin.token),
    ];
    expect([(await mark()).status, (await enforce()).status]).toEqual([200, 200]);
    // The token is no longer valid here, so other administrators go on, whose sign-in was by mail.
    const [byMail, second] = [
      await saml.world.records.user({ [organizationId]: 'admin' }),
      await saml.world.records.user({ [organizationId]: 'read' }),
    ];
    admin.token = byMail.token;
    expect((await remove(providers[0]!)).status).toBe(204);
    expect((await remove(providers[1]!)).status).toBe(204);
    const leave = () => call('removeMemberFromOrganizationById', { params: { userId: byMail.id } });
    const { status, body } = await leave();
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('appoint another one first')]);
    const role = { params: { userId: second.id }, body: { role: 'admin' } };
    expect((await call('updateMemberInOrganizationById', role)).status).toBe(200);
    expect((await leave()).status).toBe(204);
  });

  it('keeps the one provider', async () => {
    const { organizationId, admin, enforce, mark } = await organizationOf();
    const { provider } = await saml.connect({}, organizationId, admin.token);
    const { api, records } = saml.world;
    expect([(await mark()).status, (await enforce()).status]).toEqual([200, 200]);
    await records.query(`update api_token set organization_id = $1 where user_id = $2`, [organizationId, admin.id]);
    const request = { token: admin.token, params: { organizationId, samlProviderId: provider.id } };
    const kept = await api.call<{ error: { message: string } }>('deleteOrganizationSAMLProvider', request);
    expect([kept.status, kept.body.error.message]).toEqual([
      409,
      expect.stringContaining('set up another identity provider first'),
    ]);
    const { service } = saml.world.platform.service;
    await operatorCommand(service, `sso off ${organizationId}`);
    await expect(operatorCommand(service, 'sso off nowhere')).rejects.toThrow('no organization with the id');
    await api.expect('deleteOrganizationSAMLProvider', request);
    // The audit log names the command, and no user.
    const log = { token: admin.token, params: { organizationId }, query: { action: 'turnOffSSO' } };
    const rows = async () => (await api.expect<Page<AuditEvent>>('listAuditEventsInOrganizationById', log)).items;
    await until(async () => (await rows()).length > 0);
    const [row, ...more] = await rows();
    expect([row!.target, row!.actor, more]).toEqual([{ type: 'organization', id: organizationId }, undefined, []]);
    const { items } = await api.expect<Page<{ id: string }>>('listAuditEventActionsInOrganizationById', log);
    expect(items).toContainEqual(expect.objectContaining({ id: 'turnOffSSO' }));
  });
});
