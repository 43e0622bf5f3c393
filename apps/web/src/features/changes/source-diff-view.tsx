import type { SourceChange } from './source-diff';
import { diffWords } from './word-diff';

/** Changes of a page as Markdown source, with the words marked that differ. */
export function SourceDiffView({ changes }: { changes: readonly SourceChange[] }) {
  if (changes.length === 0) return <p className="muted">The text is the same.</p>;
  return (
    <div className="source-diff">
      {changes.map((change, index) => (
        <Part key={index} {...change} />
      ))}
    </div>
  );
}

function Part({ type, before, after }: SourceChange) {
  if (type === 'moved')
    return (
      <div className="source-part">
        <span className="badge info">Moved</span>
        <pre>{after ?? before}</pre>
      </div>
    );
  const runs = before !== undefined && after !== undefined ? diffWords(before, after) : undefined;
  return (
    <div className="source-part">
      {before !== undefined && (
        <pre className="removed" aria-label="Before">
          {runs
            ? runs.map(({ kind, items }, index) =>
                kind === 'removed' ? <del key={index}>{items.join('')}</del> : kind === 'same' && items.join(''),
              )
            : before}
        </pre>
      )}
      {after !== undefined && (
        <pre className="added" aria-label="After">
          {runs
            ? runs.map(({ kind, items }, index) =>
                kind === 'inserted' ? <ins key={index}>{items.join('')}</ins> : kind === 'same' && items.join(''),
              )
            : after}
        </pre>
      )}
    </div>
  );
}
