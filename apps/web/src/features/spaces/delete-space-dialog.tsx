import type { Space } from '../../api/contracts';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useDeleteSpace } from './use-delete-space';

interface DeleteSpaceDialogProps {
  space: Space;
  isOpen: boolean;
  onClose(): void;
}

/** Asks before a space is deleted. */
export function DeleteSpaceDialog({ space, isOpen, onClose }: DeleteSpaceDialogProps) {
  const { remove, isPending } = useDeleteSpace(space);
  return (
    <ConfirmDialog
      title={`Delete “${space.title || 'Untitled'}”?`}
      description="Nobody can read it any more, not on sites either. You can restore it in its settings for seven days."
      action="Delete"
      isOpen={isOpen}
      isBusy={isPending}
      onClose={onClose}
      onConfirm={() => remove(onClose)}
    />
  );
}
