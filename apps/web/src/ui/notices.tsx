import { X } from 'lucide-react';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { IconButton } from './button';

interface Notice {
  id: number;
  text: string;
  kind: 'success' | 'error';
}

interface Notices {
  success(text: string): void;
  error(error: unknown): void;
  /** For an action: says that it is done, or why it is not. */
  outcome(text: string): { onSuccess(): void; onError(error: unknown): void };
}

const Context = createContext<Notices | undefined>(undefined);
const shownFor = 6_000;

/** Shows short messages in a corner; errors stay until they are closed. */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const close = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const show = useCallback(
    (kind: Notice['kind'], text: string) => {
      const id = Math.random();
      setNotices((all) => [...all.slice(-3), { id, text, kind }]);
      if (kind === 'success') setTimeout(() => close(id), shownFor);
    },
    [close],
  );
  const value = useMemo<Notices>(() => {
    const success = (text: string) => show('success', text);
    const error = (failure: unknown) => show('error', failure instanceof Error ? failure.message : String(failure));
    return { success, error, outcome: (text) => ({ onSuccess: () => success(text), onError: error }) };
  }, [show]);
  return (
    <Context value={value}>
      {children}
      <ul className="notices" aria-live="polite">
        {notices.map(({ id, text, kind }) => (
          <li key={id} className={`notice ${kind}`}>
            <div>{text}</div>
            <IconButton label="Close" onClick={() => close(id)}>
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
