import type { DiffLook } from './page-diff';

const looks: { value: DiffLook; label: string }[] = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'source', label: 'Markdown' },
];

/** Chooses how changes are shown. */
export function LookSwitch({ look, onChange }: { look: DiffLook; onChange(look: DiffLook): void }) {
  return (
    <div className="segments" role="group" aria-label="Show changes as">
      {looks.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === look} onClick={() => onChange(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
