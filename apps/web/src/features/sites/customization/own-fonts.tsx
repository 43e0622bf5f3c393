import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ItemOf } from '../../../api/contracts';
import { useAction } from '../../../api/queries';
import { IconButton } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useNotices } from '../../../ui/notices';

type CustomFont = ItemOf<'listCustomFonts'>;

interface OwnFontsProps {
  organizationId: string;
  fonts: readonly CustomFont[];
  /** The ids of the fonts that the customization has; they are not offered for deletion. */
  current: readonly string[];
}

/** The fonts that the organization has added, each with a way to delete it. */
export function OwnFonts({ organizationId, fonts, current }: OwnFontsProps) {
  const [removing, setRemoving] = useState<CustomFont>();
  const remove = useAction('deleteCustomFont', ['listCustomFonts']);
  const notices = useNotices();
  if (fonts.length === 0) return null;
  return (
    <>
      <ul className="list" aria-label="Fonts of your own">
        {fonts.map((font) => (
          <li key={font.id}>
            <span className="title grow">{font.fontFamily}</span>
            {current.includes(font.id) ? (
              <span className="badge info">In use here</span>
            ) : (
              <IconButton label={`Delete ${font.fontFamily}`} onClick={() => setRemoving(font)}>
                <Trash2 size={15} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={`Delete the font ${removing?.fontFamily ?? ''}?`}
        description="Other sites of the organization that use it are shown in the default fonts from then on. This cannot be undone."
        action="Delete"
        isOpen={removing !== undefined}
        isBusy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { organizationId, fontId: removing!.id } },
            { ...notices.outcome('The font is deleted.'), onSettled: () => setRemoving(undefined) },
          )
        }
      />
    </>
  );
}
