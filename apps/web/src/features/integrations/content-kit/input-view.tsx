import { resolveState, type Action, type Element, type State } from './elements';

interface InputViewProps {
  element: Element;
  /** That of the control, where a label outside names it. */
  id?: string;
  /** Names the control where nothing outside does. */
  label?: string;
  state: State;
  onState(name: string, value: unknown): void;
  onAction(action: Action): void;
}

interface Option {
  id: string;
  label: string;
}

/** A control whose value is kept in the state of its component. */
export function InputView({ element, id, label, state, onState, onAction }: InputViewProps) {
  const name = String(element.state ?? '');
  const value = state[name];
  const set = (next: unknown) => {
    onState(name, next);
    if (element.onValueChange) onAction(element.onValueChange as Action);
  };
  const common = {
    id,
    'aria-label': id ? undefined : label,
    disabled: Boolean(resolveState(element.disabled, state)),
  };
  if (element.type === 'switch' || (element.type === 'checkbox' && element.value === undefined))
    return (
      <input {...common} type="checkbox" checked={value === true} onChange={(event) => set(event.target.checked)} />
    );
  if (element.type === 'checkbox' || element.type === 'radio') {
    const isMany = element.type === 'checkbox';
    const chosen = Array.isArray(value) ? (value as unknown[]) : [];
    const isOn = isMany ? chosen.includes(element.value) : value === element.value;
    const toggled = isOn ? chosen.filter((one) => one !== element.value) : [...chosen, element.value];
    return (
      <input {...common} type={element.type} checked={isOn} onChange={() => set(isMany ? toggled : element.value)} />
    );
  }
  if (element.type === 'select') {
    const options = Array.isArray(element.options) ? (element.options as Option[]) : [];
    const isMultiple = element.multiple === true;
    const first = Array.isArray(value) ? value.map(String) : [String(value ?? '')];
    return (
      <select
        {...common}
        className="input"
        multiple={isMultiple}
        value={isMultiple ? first : (first[0] ?? '')}
        onChange={({ target }) =>
          set(isMultiple ? [...target.selectedOptions].map((option) => option.value) : target.value)
        }
      >
        {!isMultiple && <option value="">{String(element.placeholder ?? 'Choose…')}</option>}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  const text = {
    ...common,
    className: 'input',
    placeholder: typeof element.placeholder === 'string' ? element.placeholder : undefined,
    value: String(value ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  };
  if (element.multiline === true) return <textarea {...text} />;
  return <input {...text} type={element.inputType === 'password' ? 'password' : 'text'} />;
}
