import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string;
}

type Control = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean };

export function Field({ label, hint, problem, children }: FieldProps & { children(control: Control): ReactNode }) {
  const id = useId();
  const isDescribed = Boolean(hint ?? problem);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(isDescribed && { 'aria-describedby': `${id}-about` }),
        ...(problem && { 'aria-invalid': true }),
      })}
      {isDescribed && (
        <span id={`${id}-about`} className={problem ? 'problem' : 'hint'}>
          {problem ?? hint}
        </span>
      )}
    </div>
  );
}

export function TextField({ label, hint, problem, ...rest }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <input className="input" {...rest} {...control} />}
    </Field>
  );
}

export function TextArea({ label, hint, problem, ...rest }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => <textarea className="input" {...rest} {...control} />}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, hint, problem, options, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <select className="input" {...rest} {...control}>
          {options.map(({ value, label: shown }) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
}

export function CheckField({ label, ...rest }: CheckFieldProps) {
  return (
    <label className="choice">
      <input type="checkbox" {...rest} /> <span>{label}</span>
    </label>
  );
}
