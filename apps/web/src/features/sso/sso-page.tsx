import { useParams } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../api/contracts';
import { useAction, useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CheckField } from '../../ui/field';
import { LoadMore } from '../../ui/load-more';
import { useNotices } from '../../ui/notices';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { SettingsTabs } from '../settings/settings-tabs';
import { ProviderDialog } from './provider-dialog';
import { ServiceDetails } from './service-details';

type Provider = ItemOf<'listSAMLProvidersInOrganizationById'>;

/** The identity providers by which members sign in. */
export default function SsoPage() {
  const { organizationId } = useParams({ from: '/o/$organizationId/settings/sso' });
  const params = { organizationId };
  const organization = useOperation('getOrganizationById', { params });
  const isAdmin = organization.data?.permissions.admin ?? false;
  const providers = useList('listSAMLProvidersInOrganizationById', { params, enabled: isAdmin });
  const update = useAction('updateOrganizationById', ['getOrganizationById']);
  const remove = useAction('deleteOrganizationSAMLProvider', ['listSAMLProvidersInOrganizationById']);
  const [editing, setEditing] = useState<Provider | 'new'>();
  const [removing, setRemoving] = useState<Provider>();
  const notices = useNotices();
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[{ label: 'Settings', to: `/o/${organizationId}/settings` }, { label: 'Single sign-on' }]}
      />
      <div className="content">
        <div className="content-head">
          <h1>Single sign-on</h1>
          {isAdmin && (
            <Button look="primary" onClick={() => setEditing('new')}>
              <Plus aria-hidden="true" /> Add provider
            </Button>
          )}
        </div>
        <SettingsTabs organizationId={organizationId} />
        <div className="section">
          {(organization.error ?? providers.error) && <Failure error={(organization.error ?? providers.error)!} />}
          {(organization.isPending || (isAdmin && providers.isPending)) && <Loading />}
          {organization.data && !isAdmin && (
            <p className="muted">Only administrators see and change how members sign in.</p>
          )}
          {!providers.isPending && providers.items.length === 0 && !providers.error && (
            <Empty icon={<KeyRound aria-hidden="true" />} title="Members sign in by mail">
              <p>Add a SAML 2.0 provider, and members sign in where your organization does.</p>
            </Empty>
          )}
          {providers.items.length > 0 && (
            <ul className="list">
              {providers.items.map((provider) => (
                <li key={provider.id} className="wrapping">
                  <div className="grow">
                    <div className="title">{provider.label}</div>
                    <div className="meta">{provider.entityID || 'Not set up yet'}</div>
                  </div>
                  <span className={`badge ${provider.status === 'active' ? 'success' : 'warning'}`}>
                    {provider.status === 'active' ? 'Active' : 'To be set up'}
                  </span>
                  <Button small onClick={() => setEditing(provider)}>
                    Edit
                  </Button>
                  <Button small look="ghost" onClick={() => setRemoving(provider)}>
                    Delete
                  </Button>
                  <ServiceDetails service={provider.service} />
                </li>
              ))}
            </ul>
          )}
          <LoadMore list={providers} />
          {isAdmin && (
            <CheckField
              label="Enforce single sign-on: nobody joins by mail domain or link, and members set to single sign-on sign in no other way"
              checked={organization.data?.sso ?? false}
              disabled={update.isPending}
              onChange={(event) =>
                update.mutate(
                  { params, body: { sso: event.target.checked } },
                  notices.outcome(
                    event.target.checked ? 'Single sign-on is enforced.' : 'Single sign-on is no longer enforced.',
                  ),
                )
              }
            />
          )}
        </div>
      </div>
      {editing && (
        <ProviderDialog
          organizationId={organizationId}
          provider={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        title={`Delete ${removing?.label ?? ''}?`}
        description="Members who sign in by it cannot sign in that way any more. They can still sign in by mail if the organization lets them."
        action="Delete"
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { organizationId, samlProviderId: removing!.id } },
            { ...notices.outcome('The provider is deleted.'), onSettled: () => setRemoving(undefined) },
          )
        }
      />
    </>
  );
}
