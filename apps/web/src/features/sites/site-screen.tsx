import { useParams } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Site } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { Bar } from '../../app/bar';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useNotices } from '../../ui/notices';
import { Failure, Loading } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { useMayPublish } from './use-site-permissions';

interface SiteParams {
  organizationId: string;
  siteId: string;
}

interface SiteScreenProps {
  /** It needs the whole width, such as for a preview. */
  wide?: boolean;
  children(site: Site, params: SiteParams): ReactNode;
}

const screens = [
  ['Overview', ''],
  ['Structure', '/structure'],
  ['Customization', '/customization'],
  ['Audience', '/audience'],
  ['Redirects', '/redirects'],
  ['Insights', '/insights'],
  ['Access', '/access'],
] as const;

/** The frame of every screen of one site: its name, whether it is published, and the way to its other screens. */
export function SiteScreen({ wide, children }: SiteScreenProps) {
  const { organizationId = '', siteId = '' } = useParams({ strict: false });
  const params = { organizationId, siteId };
  const site = useOperation('getSiteById', { params });
  const { data } = site;
  const mayPublish = useMayPublish(params) ?? false;
  // Only administrators of the site see who has access to it, and none of them may only read.
  const shown = screens.filter(([label]) => label !== 'Access' || mayPublish);
  const path = `/o/${organizationId}/site/${siteId}`;
  return (
    <>
      <Bar crumbs={[{ label: 'Sites', to: `/o/${organizationId}/sites` }, { label: data?.title ?? '…' }]}>
        {data && <PublishButtons site={data} params={params} mayPublish={mayPublish} />}
      </Bar>
      <div className="content wide">
        {site.error && <Failure error={site.error} onRetry={() => void site.refetch()} />}
        {site.isPending && <Loading />}
        {data && (
          <>
            <div className="content-head">
              <h1>{data.title}</h1>
              <span className={`badge ${data.published ? 'success' : ''}`}>
                {data.published ? 'Published' : 'Not published'}
              </span>
            </div>
            <Tabs label="Site" tabs={shown.map(([label, end]) => ({ label, to: path + end }))} />
            <div className={wide ? undefined : 'narrow'}>{children(data, params)}</div>
          </>
        )}
      </div>
    </>
  );
}

interface PublishButtonsProps {
  site: Site;
  params: SiteParams;
  mayPublish: boolean;
}

function PublishButtons({ site, params, mayPublish }: PublishButtonsProps) {
  const changed = ['getSiteById', 'listSites'] as const;
  const publish = useAction('publishSite', changed);
  const unpublish = useAction('unpublishSite', changed);
  const [isAsking, setAsking] = useState(false);
  const notices = useNotices();
  return (
    <>
      {site.published && site.urls.published && (
        <a className="button small" href={site.urls.published} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" /> Open site
        </a>
      )}
      {mayPublish && site.published && (
        <Button small onClick={() => setAsking(true)}>
          Unpublish
        </Button>
      )}
      {mayPublish && !site.published && (
        <Button
          small
          look="primary"
          disabled={publish.isPending}
          onClick={() => publish.mutate({ params }, notices.outcome('The site is published.'))}
        >
          Publish
        </Button>
      )}
      <ConfirmDialog
        title="Take the site down?"
        description="Readers find nothing at its URL until you publish it again."
        action="Unpublish"
        isOpen={isAsking}
        isBusy={unpublish.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          unpublish.mutate(
            { params },
            { ...notices.outcome('The site is taken down.'), onSettled: () => setAsking(false) },
          )
        }
      />
    </>
  );
}
