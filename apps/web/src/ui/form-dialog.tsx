import type { ReactNode } from 'react';
import type { RequestError } from '../api/client';
import { Button } from './button';
import { Dialog } from './dialog';
import { Failure } from './states';

interface FormDialogProps {
  title: string;
  description?: string;
  /** The label of the button that sends the form. */
  action: string;
  /** The request of the form runs. */
  isBusy?: boolean;
  /** Something is missing, so that the form cannot be sent yet. */
  isIncomplete?: boolean;
  error?: RequestError | null;
  wide?: boolean;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that holds one form. */
export function FormDialog(props: FormDialogProps) {
  const { action, isBusy, isIncomplete, error, onSubmit, onClose, children, ...rest } = props;
  return (
    <Dialog {...rest} isOpen isBusy={isBusy} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        {children}
        {error && <Failure error={error} />}
        <div className="form-actions">
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" disabled={isBusy || isIncomplete}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
