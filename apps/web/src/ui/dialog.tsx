import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { lastFocus, returnFocus } from './last-focus';

interface DialogProps {
  title: string;
  description?: string;
  isOpen: boolean;
  onClose(): void;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog that takes the focus and gives it back. */
export function Dialog({ title, description, isOpen, onClose, wide, children }: DialogProps) {
  const opener = useRef<HTMLElement>(undefined);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          className={`dialog${wide ? ' wide' : ''}`}
          onOpenAutoFocus={() => {
            opener.current = lastFocus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <Radix.Title asChild>
            <h2>{title}</h2>
          </Radix.Title>
          {description && <Radix.Description className="description">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
