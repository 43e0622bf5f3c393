import { Dialog as Radix } from 'radix-ui';
import { use, useRef, type ReactNode } from 'react';
import { isComposing } from './is-composing';
import { lastFocus, returnFocus } from './last-focus';
import { ReturnFocus } from './return-focus';

interface DialogProps {
  title: string;
  description?: string;
  isOpen: boolean;
  onClose(): void;
  wide?: boolean;
  /** A request of the dialog runs. The dialog stays open, so that it shows the error of the request. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A dialog that takes the focus and gives it back. */
export function Dialog({ title, description, isOpen, onClose, wide, isBusy, children }: DialogProps) {
  const giveBack = use(ReturnFocus) ?? (() => returnFocus(lastFocus()));
  const content = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay" />
        <Radix.Content
          ref={content}
          className={`dialog${wide ? ' wide' : ''}`}
          // A click beside a form does not throw away what is typed into it.
          onPointerDownOutside={(event) => content.current?.querySelector('form') && event.preventDefault()}
          // With the Escape key an input method takes back the word that is composed, which goes on in the field.
          onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
          // A field that takes the focus by itself keeps Radix from saying that the dialog opens.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack();
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
