import { Link, useParams } from '@tanstack/react-router';
import { Blocks } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useList } from '../../api/queries';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { InstallationBadge } from './installation-badge';
import { IntegrationIcon } from './integration-icon';
import './integrations.css';

type Integration = ItemOf<'listOrganizationIntegrations'>;

/** The integrations that are installed on the organization, and all others. */
export default function IntegrationList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/integrations' });
  const [search, setSearch] = useState('');
  const query = { search: search || undefined };
  const installed = useList('listOrganizationInstallations', { params: { organizationId }, query });
  const all = useList('listOrganizationIntegrations', { params: { organizationId }, query });
  const names = new Set(installed.items.map(({ integration }) => integration.name));
  const others = all.items.filter(({ name }) => !names.has(name));
  const isPending = installed.isPending || all.isPending;
  const error = installed.error ?? all.error;
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Integrations' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Integrations</h1>
        </div>
        <input
          className="input"
          type="search"
          aria-label="Search integrations"
          placeholder="Search by name"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {error && <Failure error={error} />}
        {isPending && !error && <Loading />}
        {!isPending && installed.items.length === 0 && others.length === 0 && (
          <Empty
            icon={<Blocks aria-hidden="true" />}
            title={search ? 'No integration has this name' : 'No integrations'}
          >
            <p>Integrations are published with the command line @gitbook/cli.</p>
          </Empty>
        )}
        {installed.items.length > 0 && (
          <section className="section" aria-label="Installed">
            <h2>Installed</h2>
            <ul className="list">
              {installed.items.map(({ integration, installation }) => (
                <Row key={integration.name} organizationId={organizationId} integration={integration}>
                  <InstallationBadge status={installation.status} />
                </Row>
              ))}
            </ul>
            <LoadMore list={installed} />
          </section>
        )}
        {others.length > 0 && (
          <section className="section" aria-label="Available">
            <h2>Available</h2>
            <ul className="list">
              {others.map((integration) => (
                <Row key={integration.name} organizationId={organizationId} integration={integration} />
              ))}
            </ul>
          </section>
        )}
        <LoadMore list={all} />
      </div>
    </>
  );
}

interface RowProps {
  organizationId: string;
  integration: Integration;
  children?: React.ReactNode;
}

function Row({ organizationId, integration, children }: RowProps) {
  const { name, title, description } = integration;
  return (
    <li>
      <IntegrationIcon integration={integration} />
      <div className="grow">
        <Link
          className="title"
          to="/o/$organizationId/integrations/$integrationName"
          params={{ organizationId, integrationName: name }}
        >
          {title}
        </Link>
        <div className="meta">{description ?? name}</div>
      </div>
      {children}
    </li>
  );
}
