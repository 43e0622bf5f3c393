import { createContext, use, useId, useMemo, type ReactNode } from 'react';
import type { Block, Inline } from '../../api/contracts';
import { Blocks } from './blocks';
import { annotationsIn, noteOf, type DocumentNode } from './nodes';

interface Notes {
  /** Begins the names by which links reach these notes. */
  prefix: string;
  numbers: ReadonlyMap<Inline, number>;
}

const NotesContext = createContext<Notes>({ prefix: '', numbers: new Map() });

/** Shows content, with the notes of its annotations behind it. */
export function WithNotes({ nodes, children }: { nodes: readonly DocumentNode[]; children: ReactNode }) {
  const prefix = useId();
  const annotations = useMemo(() => [...annotationsIn(nodes)], [nodes]);
  const notes = useMemo(
    () => ({ prefix, numbers: new Map(annotations.map((annotation, index) => [annotation, index + 1])) }),
    [prefix, annotations],
  );
  return (
    <NotesContext value={notes}>
      {children}
      {annotations.length > 0 && (
        <ol className="notes" aria-label="Notes">
          {annotations.map((annotation, index) => (
            <li key={index} id={`${prefix}note-${index + 1}`}>
              <Blocks nodes={noteOf(annotation) as Block[]} />
              <a href={`#${prefix}noted-${index + 1}`} aria-label="Back to the text">
                ↩
              </a>
            </li>
          ))}
        </ol>
      )}
    </NotesContext>
  );
}

/** A text with the number of its note. */
export function Annotated({ node, children }: { node: Inline; children: ReactNode }) {
  const { prefix, numbers } = use(NotesContext);
  const number = numbers.get(node);
  if (number === undefined) return children;
  return (
    <>
      {children}
      <sup>
        <a id={`${prefix}noted-${number}`} href={`#${prefix}note-${number}`} aria-label={`Note ${number}`}>
          {number}
        </a>
      </sup>
    </>
  );
}
