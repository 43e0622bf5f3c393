import type { Site } from '../../../api/contracts';
import { useAction } from '../../../api/queries';
import { ConfirmSelect } from '../../../ui/confirm-select';
import { useNotices } from '../../../ui/notices';
import { Loading } from '../../../ui/states';
import { SiteScreen } from '../site-screen';
import { useMayAdminister, useMayPublish } from '../use-site-permissions';
import { visibilities } from '../visibilities';
import { AdaptiveContent } from './adaptive-content';
import { ShareLinks } from './share-links';
import { SitePreviews } from './site-previews';
import { VisitorAuthentication } from './visitor-authentication';

/** For whom a site is, and how they get in. */
export default function AudiencePage() {
  return <SiteScreen>{(site, params) => <Audience site={site} params={params} />}</SiteScreen>;
}

interface AudienceProps {
  site: Site;
  params: { organizationId: string; siteId: string };
}

function Audience({ site, params }: AudienceProps) {
  const [mayPublish, mayAdminister] = [useMayPublish(params), useMayAdminister(params)];
  const update = useAction('updateSiteById', ['getSiteById', 'listSites']);
  const notices = useNotices();
  return (
    <>
      <section className="section" aria-label="Audience">
        {mayAdminister === undefined && <Loading lines={2} />}
        {mayAdminister && (
          <ConfirmSelect
            look="field"
            label="Who can read it"
            options={visibilities}
            value={site.visibility}
            isBusy={update.isPending}
            onConfirm={(visibility) =>
              update.mutate({ params, body: { visibility } }, notices.outcome('The audience is changed.'))
            }
          />
        )}
        {mayAdminister === false && (
          <>
            <h2>Who can read it</h2>
            <p>{visibilities.find(({ value }) => value === site.visibility)?.label}</p>
            <p className="muted">Only administrators of the site can change this.</p>
          </>
        )}
      </section>
      {mayAdminister && site.visibility === 'share-link' && <ShareLinks params={params} />}
      {mayAdminister && site.visibility === 'visitor-auth' && <VisitorAuthentication params={params} />}
      <AdaptiveContent site={site} params={params} canEdit={mayPublish ?? false} />
      {mayPublish && <SitePreviews site={site} params={params} />}
    </>
  );
}
