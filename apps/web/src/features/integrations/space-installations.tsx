import { useAction, useList } from '../../api/queries';
import { useNotices } from '../../ui/notices';
import { ContentInstallations, type InstallationListProps } from './content-installations';

/** The spaces on which an integration acts. */
export function SpaceInstallations({ organizationId, integration, installation, canManage }: InstallationListProps) {
  const params = { integrationName: integration.name, installationId: installation.id };
  const changed = ['listIntegrationInstallationSpaces'] as const;
  const installed = useList('listIntegrationInstallationSpaces', { params });
  const spaces = useList('listSpacesInOrganizationById', { params: { organizationId }, query: { limit: 1000 } });
  const add = useAction('installIntegrationOnSpace', changed);
  const update = useAction('updateIntegrationSpaceInstallation', changed);
  const remove = useAction('uninstallIntegrationFromSpace', changed);
  const installable = new Set(
    spaces.items.filter(({ permissions }) => permissions.installIntegration).map(({ id }) => id),
  );
  const notices = useNotices();
  return (
    <ContentInstallations
      noun="space"
      integration={integration}
      installation={installation}
      canManage={canManage}
      schema={integration.configurations?.space}
      installed={installed}
      itemOf={({ space }) => String(space)}
      targets={spaces.items.filter(({ deletedAt }) => !deletedAt)}
      canAdd={(id) => installable.has(id)}
      contextOf={(spaceId) => ({ type: 'configuration_space', organizationId, spaceId })}
      propsOf={(spaceInstallation) => ({ installation, spaceInstallation })}
      update={update}
      error={installed.error ?? add.error ?? remove.error}
      onAdd={(space) => add.mutate({ params, body: { space } }, notices.outcome('It acts on the space now.'))}
      onRemove={(spaceId) =>
        remove.mutate({ params: { ...params, spaceId } }, notices.outcome('It no longer acts on the space.'))
      }
      onSave={(spaceId, configuration) =>
        update.mutate(
          { params: { ...params, spaceId }, body: { configuration } },
          notices.outcome('The configuration is saved.'),
        )
      }
    />
  );
}
