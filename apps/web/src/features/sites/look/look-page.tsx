import { useBlocker, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestError } from '../../../api/client';
import type { Site } from '../../../api/contracts';
import { useOperation } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { useNotices } from '../../../ui/notices';
import { Failure, Loading } from '../../../ui/states';
import { SiteScreen } from '../site-screen';
import { LookForm } from './look-form';
import { LookScope } from './look-scope';
import { SitePreview } from './site-preview';
import { useLook, useSaveLook, type Look, type LookPlace } from './use-look';
import './look.css';

const changedMeanwhile = new RequestError(
  412,
  'The site was changed meanwhile. Save again to have the look as it is here, or discard your changes.',
);

/** The look of a site or of one of its site-spaces, beside a preview of it. */
export default function LookPage() {
  const { siteSpaceId } = useParams({ strict: false });
  return (
    <SiteScreen wide>
      {(site, params) => <LookEditor key={siteSpaceId} site={site} place={{ ...params, siteSpaceId }} />}
    </SiteScreen>
  );
}

function LookEditor({ site, place }: { site: Site; place: LookPlace }) {
  const { organizationId, siteId, siteSpaceId } = place;
  const look = useLook(place);
  const ofSite = useLook({ organizationId, siteId });
  const save = useSaveLook(place, look.data, ofSite.data?.answer);
  const structure = useOperation('getSiteStructure', { params: { organizationId, siteId } });
  const [draft, setDraft] = useState<Look>();
  const [resets, setResets] = useState(0);
  const notices = useNotices();
  useBlocker({
    shouldBlockFn: () => draft !== undefined && !confirm('The look is not saved. Leave without saving?'),
    enableBeforeUnload: () => draft !== undefined,
  });
  // Fields keep what is typed until it is a value; they begin anew with what is saved.
  const reset = () => {
    setDraft(undefined);
    setResets(resets + 1);
  };
  if (look.error) return <Failure error={look.error} onRetry={() => void look.refetch()} />;
  if (ofSite.error) return <Failure error={ofSite.error} onRetry={() => void ofSite.refetch()} />;
  if (!look.data || !ofSite.data) return <Loading />;
  const shown = draft ?? look.data.answer;
  const submit = () =>
    save.mutate(shown, {
      onSuccess: () => {
        // A look that was changed while it was saved stays.
        setDraft((now) => (now === draft ? undefined : now));
        notices.success('The look is saved.');
      },
    });
  return (
    <form
      className="look"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="look-form">
        <LookScope place={place} saved={look.data.answer} ofSite={ofSite.data.answer} onDropped={reset} />
        <LookForm key={resets} look={shown} organizationId={organizationId} onChange={setDraft} />
        {save.error && <Failure error={save.error.code === 412 ? changedMeanwhile : save.error} />}
        <div className="save-bar">
          <span className="muted" role="status">
            {draft ? 'Not saved yet' : 'All is saved'}
          </span>
          <Button disabled={!draft} onClick={reset}>
            Discard
          </Button>
          <Button look="primary" type="submit" disabled={!draft || save.isPending}>
            Save
          </Button>
        </div>
      </div>
      <SitePreview key={siteSpaceId} look={shown} title={site.title} nodes={structure.data?.structure ?? []} />
    </form>
  );
}
