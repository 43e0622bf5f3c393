import { X } from 'lucide-react';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { Button, IconButton } from './button';
import { lastFocus, returnFocus } from './last-focus';

interface Notice {
  id: number;
  text: string;
  kind: 'success' | 'error';
  /** Takes back what the notice tells of. */
  undo?(): void;
}

interface Notices {
  success(text: string): void;
  error(error: unknown): void;
  /** Says what was done, with a button that takes it back. */
  undoable(text: string, undo: () => void): void;
  /** For an action: says that it is done, or why it is not. `then` is called where it is done. */
  outcome(text: string, then?: () => void): { onSuccess(): void; onError(error: unknown): void };
}

const Context = createContext<Notices | undefined>(undefined);
const shownFor = 6_000;
/** Long enough to reach the button by keyboard. */
const undoableFor = 20_000;

/** Shows short messages in a corner; errors stay until they are closed. */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const close = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const dismiss = (id: number) => {
    returnFocus(lastFocus());
    close(id);
  };
  const show = useCallback(
    (kind: Notice['kind'], text: string, undo?: () => void) => {
      const id = Math.random();
      setNotices((all) => [...all.slice(-3), { id, text, kind, undo }]);
      if (kind === 'success') setTimeout(() => close(id), undo ? undoableFor : shownFor);
    },
    [close],
  );
  const value = useMemo<Notices>(() => {
    const success = (text: string) => show('success', text);
    const error = (failure: unknown) => show('error', failure instanceof Error ? failure.message : String(failure));
    const undoable = (text: string, undo: () => void) => show('success', text, undo);
    const outcome = (text: string, then?: () => void) => ({
      onSuccess: () => {
        then?.();
        success(text);
      },
      onError: error,
    });
    return { success, error, undoable, outcome };
  }, [show]);
  return (
    <Context value={value}>
      {children}
      <ul className="notices" aria-live="polite">
        {notices.map(({ id, text, kind, undo }) => (
          <li key={id} className={`notice ${kind}`}>
            <div>{text}</div>
            {undo && (
              <Button
                small
                onClick={() => {
                  dismiss(id);
                  undo();
                }}
              >
                Undo
              </Button>
            )}
            <IconButton label="Close" onClick={() => dismiss(id)}>
              <X size={15} />
            </IconButton>
          </li>
        ))}
      </ul>
    </Context>
  );
}

export function useNotices(): Notices {
  const notices = useContext(Context);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it');
  return notices;
}
