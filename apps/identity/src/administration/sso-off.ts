import { auditEvent, type operatorActions } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { OperatorError, type OperatorCommand } from '@bindery/service';
import { OrganizationRepository } from '../organizations/organization.repository';

const action: keyof typeof operatorActions = 'turnOffSSO';

/** Lets the members of an organization sign in by e-mail again whose identity provider no longer signs them in. */
export const ssoOff: OperatorCommand = {
  name: 'sso off',
  usage: '<organization>',
  arguments: [1, 1],
  async run({ db }, { args: [name = ''] }) {
    const organizations = new OrganizationRepository(db);
    const [id] = await organizations.byIdOrHostname(name);
    if (!id) throw new OperatorError(`There is no organization with the id or host name ${name}`);
    const { title } = await db.transaction(async () => {
      const organization = await organizations.update(id, { sso: false });
      // An operator is no user.
      const record = {
        action,
        organization: id,
        actor: '',
        token: '',
        target: { type: 'organization', id },
        params: {},
      };
      await new Outbox(db).add(auditEvent('identity', record, { version: organization.version }));
      return organization;
    });
    return {
      rows: [{ organization: id, title, sso: false }],
      summary: `${title} no longer enforces single sign-on: its members can sign in by e-mail`,
      next: 'have an administrator repair the identity provider, and enforce single sign-on again',
    };
  },
};
