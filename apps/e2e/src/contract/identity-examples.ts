import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationInviteLink, Page } from '@bindery/contracts';
import { selfSigned } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';
import type { Example } from './example';

/** An organization of the administrator's alone. */
export const newOrganization = async ({ api, admin }: TestOrganization, change: object = {}): Promise<string> => {
  const made = await api.expect<{ id: string }>('createOrganization', {
    token: admin.token,
    body: { title: 'Another organization', ...change },
  });
  return made.id;
};

/** An organization that admits the administrator's address and of which the administrator is no member. */
export async function joinableOrganization({ api, records, admin }: TestOrganization): Promise<string> {
  const organization = await records.organization('Joinable');
  const { token } = await records.user({ [organization]: 'admin' });
  await api.expect('updateOrganizationById', {
    token,
    params: { organizationId: organization },
    body: { emailDomains: [admin.email.split('@')[1]], defaultRole: 'read' },
  });
  return organization;
}

/** The hostname of an organization of the administrator's. */
export async function hostnameOf(world: TestOrganization): Promise<string> {
  const organizationId = await newOrganization(world);
  const hostname = `host-${organizationId.toLowerCase()}`;
  await world.api.expect('updateOrganizationById', {
    token: world.admin.token,
    params: { organizationId },
    body: { hostname },
  });
  return hostname;
}

/** An invite link of the first organization. */
export async function inviteLink({ api, admin, organization }: TestOrganization) {
  const { id } = await api.expect<OrganizationInviteLink>('createOrganizationInvite', {
    token: admin.token,
    params: { organizationId: organization },
    body: { role: 'read' },
  });
  return { params: { organizationId: organization, inviteId: id } };
}

/** A link whose maker has left: it gives a member nothing, and no other user can join by it. */
export async function usedInviteLink({ api, records, organization }: TestOrganization): Promise<string> {
  const maker = await records.user({ [organization]: 'admin' });
  const params = { organizationId: organization };
  const { id } = await api.expect<OrganizationInviteLink>('createOrganizationInvite', {
    token: maker.token,
    params,
    body: { role: 'read' },
  });
  await api.expect('removeMemberFromOrganizationById', {
    token: maker.token,
    params: { ...params, userId: maker.id },
  });
  return id;
}

/** The newest entry of the first organization's audit log. */
export async function someAuditEvent({ api, admin, organization }: TestOrganization): Promise<string> {
  for (;;) {
    const { items } = await api.expect<Page<{ id: string }>>('listAuditEventsInOrganizationById', {
      token: admin.token,
      params: { organizationId: organization },
    });
    if (items[0]) return items[0].id;
    await sleep(20);
  }
}

/** The settings that make a SAML provider active. */
export const samlSettings = {
  label: 'Company',
  entityID: 'https://idp.example.com',
  certificate: selfSigned().certificate,
  ssoURL: 'https://idp.example.com/sso',
  defaultRole: 'edit',
};

/** A SAML provider of the first organization that may be changed. */
export async function samlProvider({ api, admin, organization }: TestOrganization): Promise<Example> {
  const params = { organizationId: organization };
  const { id } = await api.expect<{ id: string }>('createOrganizationSAMLProvider', {
    token: admin.token,
    params,
    body: samlSettings,
  });
  return { params: { ...params, samlProviderId: id } };
}

/** A browser in which the administrator is signed in. */
export async function newSession({ records, admin }: TestOrganization): Promise<string> {
  const id = `session${randomBytes(8).toString('hex')}`;
  await records.query(
    `insert into session (id, user_id, label, hash, expires_at, ends_at)
     values ($1, $2, 'Signed in by e-mail', $3, now() + interval '1 day', now() + interval '2 days')`,
    [id, admin.id, randomBytes(32).toString('hex')],
  );
  return id;
}
