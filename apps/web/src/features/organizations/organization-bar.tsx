import type { ReactNode } from 'react';
import { useOperation } from '../../api/queries';
import { Bar, type Crumb } from '../../app/bar';

interface OrganizationBarProps {
  organizationId: string;
  /** The crumbs after the organization. */
  crumbs: Crumb[];
  children?: ReactNode;
}

/** The bar of a screen that belongs to the organization as a whole. */
export function OrganizationBar({ organizationId, crumbs, children }: OrganizationBarProps) {
  const organization = useOperation('getOrganizationById', { params: { organizationId } });
  return (
    <Bar crumbs={[{ label: organization.data?.title ?? '…', to: `/o/${organizationId}` }, ...crumbs]}>{children}</Bar>
  );
}
