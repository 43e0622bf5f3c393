import { useBlocker, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestError } from '../../../api/client';
import type { Site } from '../../../api/contracts';
import { useOperation } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { useNotices } from '../../../ui/notices';
import { Failure, Loading } from '../../../ui/states';
import { SiteScreen } from '../site-screen';
import { CustomizationForm } from './customization-form';
import { CustomizationScope } from './customization-scope';
import { SitePreview } from './site-preview';
import {
  useCustomization,
  useSaveCustomization,
  type Customization,
  type CustomizationDraft,
  type CustomizationPlace,
} from './use-customization';
import './customization.css';

const changedMeanwhile = new RequestError(
  412,
  'The site was changed in the meantime. Save again to overwrite the customization with yours, or discard your changes.',
);

/** The customization of a site or of one of its site-spaces, beside a preview of it. */
export default function CustomizationPage() {
  const { siteSpaceId } = useParams({ strict: false });
  return (
    <SiteScreen wide>
      {(site, params) => <CustomizationEditor key={siteSpaceId} site={site} place={{ ...params, siteSpaceId }} />}
    </SiteScreen>
  );
}

function CustomizationEditor({ site, place }: { site: Site; place: CustomizationPlace }) {
  const { organizationId, siteId, siteSpaceId } = place;
  const customization = useCustomization(place);
  const ofSite = useCustomization({ organizationId, siteId });
  const structure = useOperation('getSiteStructure', { params: { organizationId, siteId } });
  const [draft, setDraft] = useState<CustomizationDraft>();
  const [resets, setResets] = useState(0);
  // The user learns of the other one, and may then overwrite it.
  const save = useSaveCustomization(place, ofSite.data?.answer, (begun) => setDraft((now) => now && { ...now, begun }));
  const notices = useNotices();
  useBlocker({
    shouldBlockFn: () => draft !== undefined && !confirm('The customization is not saved. Leave without saving?'),
    enableBeforeUnload: () => draft !== undefined,
  });
  // Fields keep what is typed until it is a value; they begin anew with what is saved.
  const reset = () => {
    setDraft(undefined);
    setResets(resets + 1);
  };
  const unread = [customization, ofSite].find(({ error }) => error);
  const failure = unread?.error && <Failure error={unread.error} onRetry={() => void unread.refetch()} />;
  // The form stays, with all that is not saved, when a later reading fails.
  if (!customization.data || !ofSite.data) return failure ?? <Loading />;
  const read = customization.data;
  const shown = draft?.customization ?? read.answer;
  const change = (edited: Customization) => setDraft({ customization: edited, begun: draft?.begun ?? read });
  const submit = (saved: CustomizationDraft) =>
    save.mutate(saved, {
      onSuccess: (begun) => {
        // A customization that was changed while it was saved stays.
        setDraft((now) => (now === saved ? undefined : now && { ...now, begun }));
        notices.success('The customization is saved.');
      },
    });
  return (
    <form
      className="customization"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft) submit(draft);
      }}
    >
      <div className="customization-form">
        <CustomizationScope
          place={place}
          saved={customization.data.answer}
          ofSite={ofSite.data.answer}
          onDropped={reset}
        />
        <CustomizationForm key={resets} customization={shown} organizationId={organizationId} onChange={change} />
        {failure}
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
      <SitePreview key={siteSpaceId} customization={shown} title={site.title} nodes={structure.data?.structure ?? []} />
    </form>
  );
}
