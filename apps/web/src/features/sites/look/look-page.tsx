import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { Site } from '../../../api/contracts';
import { useOperation } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { useNotices } from '../../../ui/notices';
import { Failure, Loading } from '../../../ui/states';
import { SiteScreen } from '../site-screen';
import { LookForm } from './look-form';
import { SitePreview } from './site-preview';
import { useLook, type Look } from './use-look';
import './look.css';

interface EditorProps {
  site: Site;
  params: { organizationId: string; siteId: string };
}

/** The look of a site, beside a preview of it. */
export default function LookPage() {
  return <SiteScreen wide>{(site, params) => <LookEditor site={site} params={params} />}</SiteScreen>;
}

function LookEditor({ site, params }: EditorProps) {
  const { look, save } = useLook(params);
  const structure = useOperation('getSiteStructure', { params });
  const [draft, setDraft] = useState<Look>();
  const notices = useNotices();
  const shown = draft ?? look.data?.answer;
  useBlocker({
    shouldBlockFn: () => draft !== undefined && !confirm('The look is not saved. Leave without saving?'),
    enableBeforeUnload: () => draft !== undefined,
  });
  if (look.error) return <Failure error={look.error} onRetry={() => void look.refetch()} />;
  if (!shown) return <Loading />;
  const submit = () =>
    save.mutate(shown, {
      onSuccess: () => {
        setDraft(undefined);
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
        <LookForm look={shown} organizationId={params.organizationId} onChange={setDraft} />
        {save.error && <Failure error={save.error} />}
        <div className="save-bar">
          <span className="muted" role="status">
            {draft ? 'Not saved yet' : 'All is saved'}
          </span>
          <Button disabled={!draft} onClick={() => setDraft(undefined)}>
            Discard
          </Button>
          <Button look="primary" type="submit" disabled={!draft || save.isPending}>
            Save
          </Button>
        </div>
      </div>
      <SitePreview look={shown} title={site.title} nodes={structure.data?.structure ?? []} />
    </form>
  );
}
