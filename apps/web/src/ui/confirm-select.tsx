import { useRef, useState } from 'react';
import { Button } from './button';
import { Field } from './field';

interface ConfirmSelectProps<V extends string> {
  label: string;
  hint?: string;
  options: readonly { value: V; label: string }[];
  /** The value that is saved. */
  value: V;
  /** The label of the button; "Save" by default. */
  action?: string;
  /** A field shows its label; the others tell it to screen readers alone. */
  look?: 'field' | 'wide' | 'fitting';
  isBusy?: boolean;
  onConfirm(value: V): void;
}

/**
 * A select whose choice takes effect by a button. The keys of a closed select choose at once, so that a select without one would change
 * roles and audiences while somebody only looks through the options.
 */
export function ConfirmSelect<V extends string>(props: ConfirmSelectProps<V>) {
  const { label, hint, options, value, action, look = 'fitting', isBusy, onConfirm } = props;
  const [saved, setSaved] = useState(value);
  const [chosen, setChosen] = useState(value);
  const select = useRef<HTMLSelectElement>(null);
  const isOffered = chosen === value || options.some((option) => option.value === chosen);
  // The choice ends once it or another one is saved, and once it can no longer be made.
  if (saved !== value || !isOffered) {
    setSaved(value);
    setChosen(value);
  }
  const confirm = () => {
    // The button goes away.
    select.current?.focus();
    onConfirm(chosen);
  };
  const row = (control?: object) => (
    <div className="row">
      <select
        ref={select}
        className={`input ${look === 'fitting' ? 'fitting' : 'flexible'}`}
        aria-label={look === 'field' ? undefined : label}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as V)}
        {...control}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {chosen !== value && (
        <Button
          look="primary"
          small={look === 'fitting'}
          aria-label={action ? undefined : `Save: ${label}`}
          disabled={isBusy}
          onClick={confirm}
        >
          {action ?? 'Save'}
        </Button>
      )}
    </div>
  );
  if (look !== 'field') return row();
  return (
    <Field label={label} hint={hint}>
      {row}
    </Field>
  );
}
