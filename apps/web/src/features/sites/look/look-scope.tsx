import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { SelectField } from '../../../ui/field';
import { useNotices } from '../../../ui/notices';
import { isOverridden } from './override';
import { useDropLook, type Look, type LookPlace } from './use-look';

interface LookScopeProps {
  place: LookPlace;
  /** The look as it is saved. */
  saved: Look;
  ofSite: Look;
  /** Is told that the look is that of the site again. */
  onDropped(): void;
}

const wholeSite = '';

/** Chooses whether the look of the whole site is edited, or that of one space on it. */
export function LookScope({ place, saved, ofSite, onDropped }: LookScopeProps) {
  const { organizationId, siteId, siteSpaceId } = place;
  const params = { organizationId, siteId };
  const spaces = useList('listSiteSpaces', { params, query: { limit: 1000 } });
  const navigate = useNavigate();
  if (siteSpaceId === undefined && spaces.items.length < 2) return null;
  const choose = (id: string) =>
    id === wholeSite
      ? navigate({ to: '/o/$organizationId/site/$siteId/look', params })
      : navigate({ to: '/o/$organizationId/site/$siteId/look/$siteSpaceId', params: { ...params, siteSpaceId: id } });
  return (
    <div className="look-scope">
      <SelectField
        label="Look of"
        options={[
          { value: wholeSite, label: 'The whole site' },
          ...spaces.items.map(({ id, title, path }) => ({ value: id, label: `${title || 'Untitled'} (/${path})` })),
        ]}
        hint={siteSpaceId && 'Changes hold for this space alone. The rest follows the site.'}
        value={siteSpaceId ?? wholeSite}
        onChange={(event) => void choose(event.target.value)}
      />
      {siteSpaceId && isOverridden(ofSite, saved) && (
        <Inheritance params={{ ...params, siteSpaceId }} onDropped={onDropped} />
      )}
    </div>
  );
}

/** Takes away all in which a space looks different from its site. */
function Inheritance({ params, onDropped }: { params: Required<LookPlace>; onDropped(): void }) {
  const [isAsking, setAsking] = useState(false);
  const drop = useDropLook(params);
  const notices = useNotices();
  // The button is gone when the answer has come, so nothing rests on its callbacks.
  const confirm = () => {
    drop
      .mutateAsync()
      .then(() => {
        onDropped();
        notices.success('The space looks like its site again.');
      }, notices.error)
      .finally(() => setAsking(false));
  };
  return (
    <>
      <div>
        <Button small onClick={() => setAsking(true)}>
          Look like the site again
        </Button>
      </div>
      <ConfirmDialog
        title="Look like the site again?"
        description="The space loses all that it has set differently. This cannot be undone."
        action="Look like the site"
        isOpen={isAsking}
        isBusy={drop.isPending}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      />
    </>
  );
}
