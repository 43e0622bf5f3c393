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
  isBusy?: boolean;
  error?: RequestError | null;
  wide?: boolean;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that holds one form. */
export function FormDialog({ action, isBusy, error, onSubmit, onClose, children, ...rest }: FormDialogProps) {
  return (
    <Dialog {...rest} isOpen onClose={onClose}>
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
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
