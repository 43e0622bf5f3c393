import type { ReactNode } from 'react';
import type { RequestError } from '../api/client';
import { Button } from './button';

/** Stands where content will be. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className="loading stack" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} style={{ width: `${95 - ((line * 17) % 45)}%` }} />
      ))}
    </div>
  );
}

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** It is all that the screen shows, so that its title is that of the screen. */
  isScreen?: boolean;
  children?: ReactNode;
}

export function Empty({ icon, title, isScreen, children }: EmptyProps) {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className="empty">
      {icon}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** Says what went wrong, and offers to try again where that may help. */
export function Failure({ error, onRetry }: { error: RequestError; onRetry?(): void }) {
  return (
    <div className="failure" role="alert">
      <div>
        {error.message}
        {error.details?.map(({ field, message }) => (
          <div key={field + message}>
            {field}: {message}
          </div>
        ))}
      </div>
      {onRetry && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
