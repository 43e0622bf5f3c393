import { Button } from '../../ui/button';
import type { SaveState, SaveStatus } from './page-saver';

const labels: Record<SaveState, string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  offline: 'Bindery cannot be reached. Your changes are kept in this browser and saved as soon as it can.',
  conflict: 'Somebody else changed the same text. Decide below which version stays.',
  failed: 'Not saved',
};

/** Says whether what is on the screen is saved. */
export function SaveStateLabel({
  status: { state, error },
  onRetry,
}: {
  status: SaveStatus<unknown>;
  onRetry(): void;
}) {
  const isProblem = state === 'offline' || state === 'conflict' || state === 'failed';
  return (
    <p className={`save-state${isProblem ? ' problem' : ''}`} role="status">
      {state === 'failed' ? `${labels.failed}: ${error ?? 'the request failed'}` : labels[state]}{' '}
      {(state === 'failed' || state === 'offline') && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}
