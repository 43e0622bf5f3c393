import { OperatorError, type OperatorCommand } from '@bindery/service';
import { OrganizationRepository } from '../organizations/organization.repository';

/** Lets the members of an organization sign in by e-mail again whose identity provider no longer signs them in. */
export const ssoOff: OperatorCommand = {
  name: 'sso off',
  usage: '<organization>',
  arguments: [1, 1],
  async run({ db }, { args: [name = ''] }) {
    const organizations = new OrganizationRepository(db);
    const [id] = await organizations.byIdOrHostname(name);
    if (!id) throw new OperatorError(`There is no organization with the id or host name ${name}`);
    const { title } = await organizations.update(id, { sso: false });
    return {
      rows: [{ organization: id, title, sso: false }],
      summary: `${title} no longer enforces single sign-on: its members can sign in by e-mail`,
      next: 'have an administrator repair the identity provider, and enforce single sign-on again',
    };
  },
};
