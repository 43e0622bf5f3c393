import { Link } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { useList, useOperation } from '../api/queries';
import { Avatar } from '../ui/avatar';
import { Menu, MenuItem, MenuLabel } from '../ui/menu';

export function OrganizationMenu({ organizationId }: { organizationId: string }) {
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  const organizations = useList('listOrganizationsForAuthenticatedUser');
  const title = organization.data?.title ?? '…';
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="organization-button">
          <Avatar name={title} photoURL={organization.data?.urls.logo} />
          <span>{title}</span>
          <ChevronsUpDown size={15} aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>Organizations</MenuLabel>
      {organizations.items.map(({ id, title: name }) => (
        <MenuItem key={id} asChild>
          <Link to="/o/$organizationId" params={{ organizationId: id }}>
            {name}
          </Link>
        </MenuItem>
      ))}
    </Menu>
  );
}
