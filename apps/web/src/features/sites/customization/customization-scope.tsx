import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../../api/queries';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { SelectField } from '../../../ui/field';
import { useNotices } from '../../../ui/notices';
import { isOverridden } from './override';
import { useDropCustomization, type Customization, type CustomizationPlace } from './use-customization';

interface CustomizationScopeProps {
  place: CustomizationPlace;
  /** The customization as it is saved. */
  saved: Customization;
  ofSite: Customization;
  /** Is told that the customization is that of the site again. */
  onDropped(): void;
}

const wholeSite = '';

/** Chooses whether the customization of the whole site is edited, or that of one space on it. */
export function CustomizationScope({ place, saved, ofSite, onDropped }: CustomizationScopeProps) {
  const { organizationId, siteId, siteSpaceId } = place;
  const params = { organizationId, siteId };
  const spaces = useList('listSiteSpaces', { params, query: { limit: 1000 } });
  const navigate = useNavigate();
  if (siteSpaceId === undefined && spaces.items.length < 2) return null;
  const choose = (id: string) =>
    id === wholeSite
      ? navigate({ to: '/o/$organizationId/site/$siteId/customization', params })
      : navigate({
          to: '/o/$organizationId/site/$siteId/customization/$siteSpaceId',
          params: { ...params, siteSpaceId: id },
        });
  return (
    <div className="customization-scope">
      <SelectField
        label="Customization of"
        options={[
          { value: wholeSite, label: 'The whole site' },
          ...spaces.items.map(({ id, title, path }) => ({ value: id, label: `${title || 'Untitled'} (/${path})` })),
        ]}
        hint={siteSpaceId && 'Changes apply to this space only. The rest follows the site.'}
        value={siteSpaceId ?? wholeSite}
        onChange={(event) => void choose(event.target.value)}
      />
      {siteSpaceId && isOverridden(ofSite, saved) && (
        <Inheritance params={{ ...params, siteSpaceId }} onDropped={onDropped} />
      )}
    </div>
  );
}

/** Removes the customization of a space. */
function Inheritance({ params, onDropped }: { params: Required<CustomizationPlace>; onDropped(): void }) {
  const [isAsking, setAsking] = useState(false);
  const drop = useDropCustomization(params);
  const notices = useNotices();
  // The button is gone when the answer has come, so nothing rests on its callbacks.
  const confirm = () => {
    drop
      .mutateAsync()
      .then(() => {
        onDropped();
        notices.success('The space uses the customization of its site again.');
      }, notices.error)
      .finally(() => setAsking(false));
  };
  return (
    <>
      <div>
        <Button small onClick={() => setAsking(true)}>
          Use the customization of the site
        </Button>
      </div>
      <ConfirmDialog
        title="Remove the customization of the space?"
        description="The space loses all that it has set differently. This cannot be undone."
        action="Use that of the site"
        isOpen={isAsking}
        isBusy={drop.isPending}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
      />
    </>
  );
}
