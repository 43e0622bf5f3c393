import { useAction, useList } from '../../api/queries';
import { useNotices } from '../../ui/notices';
import { ContentInstallations, type InstallationListProps } from './content-installations';

/** The sites on which an integration acts. */
export function SiteInstallations({ organizationId, integration, installation, canManage }: InstallationListProps) {
  const params = { integrationName: integration.name, installationId: installation.id };
  const changed = ['listIntegrationInstallationSites', 'listSiteIntegrations'] as const;
  const installed = useList('listIntegrationInstallationSites', { params });
  const sites = useList('listSites', { params: { organizationId }, query: { limit: 1000 } });
  const add = useAction('installIntegrationOnSite', changed);
  const update = useAction('updateIntegrationSiteInstallation', changed);
  const remove = useAction('uninstallIntegrationFromSite', changed);
  const notices = useNotices();
  return (
    <ContentInstallations
      noun="site"
      integration={integration}
      installation={installation}
      canManage={canManage}
      schema={integration.configurations?.site}
      installed={installed}
      itemOf={({ site }) => String(site)}
      targets={sites.items}
      canAdd={() => canManage}
      contextOf={(siteId) => ({ type: 'configuration_site', organizationId, siteId })}
      propsOf={(siteInstallation) => ({ installation, siteInstallation })}
      update={update}
      error={installed.error ?? add.error ?? remove.error}
      onAdd={(siteId) => add.mutate({ params, body: { siteId } }, notices.outcome('It acts on the site now.'))}
      onRemove={(siteId) =>
        remove.mutate({ params: { ...params, siteId } }, notices.outcome('It no longer acts on the site.'))
      }
      onSave={(siteId, configuration) =>
        update.mutate(
          { params: { ...params, siteId }, body: { configuration } },
          notices.outcome('The configuration is saved.'),
        )
      }
    />
  );
}
