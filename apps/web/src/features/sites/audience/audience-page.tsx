import { useAction } from '../../../api/queries';
import { ConfirmSelect } from '../../../ui/confirm-select';
import { useNotices } from '../../../ui/notices';
import { SiteScreen } from '../site-screen';
import { visibilities } from '../visibilities';
import { AdaptiveContent } from './adaptive-content';
import { ShareLinks } from './share-links';
import { SitePreviews } from './site-previews';
import { VisitorAuthentication } from './visitor-authentication';

/** For whom a site is, and how they get in. */
export default function AudiencePage() {
  const update = useAction('updateSiteById', ['getSiteById', 'listSites']);
  const notices = useNotices();
  return (
    <SiteScreen>
      {(site, params) => (
        <>
          <section className="section" aria-label="Audience">
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
          </section>
          {site.visibility === 'share-link' && <ShareLinks params={params} />}
          {site.visibility === 'visitor-auth' && <VisitorAuthentication params={params} />}
          <AdaptiveContent site={site} params={params} />
          <SitePreviews site={site} params={params} />
        </>
      )}
    </SiteScreen>
  );
}
