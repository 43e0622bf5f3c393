import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { Blocks } from '../documents/blocks';
import type { BlockConflict } from './merge-blocks';

interface ConflictsProps {
  conflicts: readonly BlockConflict[];
  /** Is given the conflicts in which the other version stays, once all are decided. */
  onResolved(taken: readonly BlockConflict[]): void;
}

/** Shows both versions of each block that two users changed, and asks which one stays. */
export function Conflicts({ conflicts, onResolved }: ConflictsProps) {
  const [decided, setDecided] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  const section = useRef<HTMLElement>(null);
  // The pressed button is gone after a decision: the keyboard goes on at the next conflict.
  useEffect(() => {
    if (decided.size > 0) section.current?.focus();
  }, [decided.size]);
  const decide = (key: string, side: 'mine' | 'theirs') => {
    const next = new Map(decided).set(key, side);
    setDecided(next);
    if (conflicts.some((conflict) => !next.has(conflict.key))) return;
    onResolved(conflicts.filter((conflict) => next.get(conflict.key) === 'theirs'));
  };
  return (
    <section ref={section} tabIndex={-1} className="stack" aria-label="Conflicts">
      {conflicts
        .filter(({ key }) => !decided.has(key))
        .map(({ key, mine, theirs }) => (
          <div key={key} className="thread">
            <strong>Your version</strong>
            <div className="document">{mine ? <Blocks nodes={[mine]} /> : <em>You deleted it.</em>}</div>
            <strong>The other version</strong>
            <div className="document">{theirs ? <Blocks nodes={[theirs]} /> : <em>It was deleted.</em>}</div>
            <div className="row">
              <Button onClick={() => decide(key, 'mine')}>Keep yours</Button>
              <Button onClick={() => decide(key, 'theirs')}>Take the other</Button>
            </div>
          </div>
        ))}
    </section>
  );
}
