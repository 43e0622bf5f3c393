import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '../../api/contracts';
import { useAction, useList, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { DevelopmentMode } from './development-mode';
import { EventList } from './event-list';
import { InstallationBadge } from './installation-badge';
import { InstallationSettings } from './installation-settings';
import { IntegrationIcon } from './integration-icon';
import { Publication } from './publication';
import { SigningSecret } from './signing-secret';
import './integrations.css';

type Integration = AnswerOf<'getIntegrationByName'>;
type Installation = AnswerOf<'getIntegrationInstallationById'>;
const changed = [
  'listIntegrationInstallations',
  'listOrganizationInstallations',
  'listOrganizationIntegrations',
] as const;

/** One integration: what it is, its installation on the organization, and for those who publish it its events. */
export default function IntegrationPage() {
  const { organizationId = '', integrationName = '' } = useParams({ strict: false });
  const integration = useOperation('getIntegrationByName', { params: { integrationName } });
  const installations = useList('listIntegrationInstallations', { params: { integrationName } });
  const installation = installations.items.find(({ target }) => target.organization === organizationId);
  const { data } = integration;
  return (
    <>
      <OrganizationBar
        organizationId={organizationId}
        crumbs={[
          { label: 'Integrations', to: `/o/${organizationId}/integrations` },
          { label: data?.title ?? integrationName },
        ]}
      />
      <div className="content">
        {integration.error && <Failure error={integration.error} />}
        {(integration.isPending || installations.isPending) && <Loading />}
        {data && !installations.isPending && (
          <>
            <Head organizationId={organizationId} integration={data} installation={installation} />
            {installation && (
              <InstallationSettings organizationId={organizationId} integration={data} installation={installation} />
            )}
            {data.permissions.admin && (
              <>
                <EventList integrationName={integrationName} />
                <SigningSecret integrationName={integrationName} />
                <DevelopmentMode integrationName={integrationName} />
                <Publication integration={data} organizationId={organizationId} />
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}

interface HeadProps {
  organizationId: string;
  integration: Integration;
  installation?: Installation;
}

function Head({ organizationId, integration, installation }: HeadProps) {
  const [isAsking, setAsking] = useState(false);
  const { installIntegration: canManage } = useOrganizationPermissions(organizationId);
  const install = useAction('installIntegration', changed);
  const uninstall = useAction('uninstallIntegration', changed);
  const notices = useNotices();
  const { name, title, description, summary, scopes, owner } = integration;
  return (
    <>
      <div className="content-head">
        <div className="row">
          <IntegrationIcon integration={integration} />
          <h1>{title}</h1>
          {installation && <InstallationBadge status={installation.status} />}
        </div>
        {canManage && installation && <Button onClick={() => setAsking(true)}>Uninstall</Button>}
        {canManage && !installation && (
          <Button
            look="primary"
            disabled={install.isPending}
            onClick={() =>
              install.mutate(
                { params: { integrationName: name }, body: { organization: organizationId } },
                notices.outcome(`${title} is installed.`),
              )
            }
          >
            Install
          </Button>
        )}
      </div>
      <p>{description}</p>
      {summary && <p className="muted posting-text">{withoutMarks(summary)}</p>}
      <p className="muted">
        By {owner.title}. {scopes.length > 0 ? `It may: ${scopes.join(', ')}.` : 'It asks for no access.'}
      </p>
      <ConfirmDialog
        title={`Uninstall ${title}?`}
        description="It loses its access at once, on all spaces and sites, and its configuration is deleted. You can install and configure it again."
        action="Uninstall"
        isOpen={isAsking}
        isBusy={uninstall.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          uninstall.mutate(
            { params: { integrationName: name, installationId: installation!.id } },
            { ...notices.outcome(`${title} is uninstalled.`), onSettled: () => setAsking(false) },
          )
        }
      />
    </>
  );
}

/** Summaries are Markdown; without the marks of headings and of strong text they read as plain text. */
const withoutMarks = (markdown: string): string =>
  markdown
    .replace(/^#+\s+/gm, '')
    .replaceAll('**', '')
    .trim();
