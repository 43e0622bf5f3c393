import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useNotices } from '../../ui/notices';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { Configuration } from './configuration';
import { SiteInstallations } from './site-installations';
import { SpaceInstallations } from './space-installations';

interface InstallationSettingsProps {
  organizationId: string;
  integration: AnswerOf<'getIntegrationByName'>;
  installation: AnswerOf<'getIntegrationInstallationById'>;
}

/** The configuration of an installation, and the spaces and sites on which it acts. */
export function InstallationSettings({ organizationId, integration, installation }: InstallationSettingsProps) {
  const update = useAction('updateIntegrationInstallation', ['listIntegrationInstallations']);
  const { installIntegration: canManage = false } = useOrganizationPermissions(organizationId);
  const notices = useNotices();
  const params = { integrationName: integration.name, installationId: installation.id };
  const { account, space, site } = integration.configurations ?? {};
  const takesSites = integration.target === 'site' || site !== undefined;
  const takesSpaces = integration.target === 'space' || space !== undefined || !takesSites;
  return (
    <>
      {canManage && account && (
        <section className="section" aria-label="Configuration">
          <h2>Configuration</h2>
          <Configuration
            integration={integration}
            schema={account}
            values={installation.configuration}
            context={{ type: 'configuration_account', organizationId }}
            props={{ installation: { id: installation.id, configuration: installation.configuration } }}
            isBusy={update.isPending}
            error={update.error}
            onSave={(configuration) =>
              update.mutate({ params, body: { configuration } }, notices.outcome('The configuration is saved.'))
            }
          />
        </section>
      )}
      {takesSpaces && (
        <SpaceInstallations
          organizationId={organizationId}
          integration={integration}
          installation={installation}
          canManage={canManage}
        />
      )}
      {takesSites && (
        <SiteInstallations
          organizationId={organizationId}
          integration={integration}
          installation={installation}
          canManage={canManage}
        />
      )}
    </>
  );
}
