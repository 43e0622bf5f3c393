import type { ReactNode } from 'react';
import type { RequestError } from '../api/client';
import { Button } from './button';

/** Stands where content will be. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div className="stack" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="loading" style={{ width: `${95 - ((line * 17) % 45)}%` }} />
      ))}
    </div>
  );
}

export function Empty({ icon, title, children }: { icon?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      {icon}
      <h2>{title}</h2>
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
