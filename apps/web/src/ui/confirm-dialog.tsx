import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  title: string;
  /** Says which things will be lost, and whether they can be brought back. */
  description: string;
  action: string;
  isOpen: boolean;
  /** The request that was confirmed runs. */
  isBusy?: boolean;
  onConfirm(): void;
  onClose(): void;
  /** Further facts. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ action, isBusy, onConfirm, onClose, children, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog {...rest} isBusy={isBusy} onClose={onClose}>
      {children}
      <div className="form-actions">
        <Button disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button look="danger" disabled={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
