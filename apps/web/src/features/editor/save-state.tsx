import { useState } from 'react';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import type { SaveState, SaveStatus } from './page-saver';

const labels: Record<SaveState, string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  offline: 'Bindery cannot be reached. Your changes are kept in this browser and saved as soon as it can.',
  conflict: 'Somebody else changed the same text. Decide below which version stays.',
  failed: 'Not saved',
};

interface SaveStateLabelProps {
  status: SaveStatus<unknown>;
  saver: { flush(): Promise<void>; overwrite(): Promise<void> };
}

/** Says whether what is on the screen is saved. */
export function SaveStateLabel({ status: { state, error, isUnreadable }, saver }: SaveStateLabelProps) {
  const [isAsking, setAsking] = useState(false);
  const isProblem = state === 'offline' || state === 'conflict' || state === 'failed';
  return (
    <p className={`save-state${isProblem ? ' problem' : ''}`} role="status">
      {state === 'failed' ? `${labels.failed}: ${error ?? 'the request failed'}` : labels[state]}{' '}
      {state === 'failed' && isUnreadable ? (
        <Button small onClick={() => setAsking(true)}>
          Overwrite the file
        </Button>
      ) : (
        isProblem &&
        state !== 'conflict' && (
          <Button small onClick={() => void saver.flush()}>
            Try again
          </Button>
        )
      )}
      <ConfirmDialog
        title="Overwrite the file?"
        description="The file of this page could not be read. The text that you see here takes its place. The history keeps the file."
        action="Overwrite"
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false);
          void saver.overwrite();
        }}
        onClose={() => setAsking(false)}
      />
    </p>
  );
}
