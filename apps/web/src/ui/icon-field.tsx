import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { TextField } from './field';
import { Icon, iconFile } from './icon';
import { readIconNames } from './icon-names';

interface IconFieldProps {
  hint?: string;
  value: string;
  maxLength?: number;
  autoFocus?: boolean;
  onChange(value: string): void;
}

const mostShown = 48;

/** Shown before the user types anything. */
const usual =
  'book-open rocket house gear wrench code terminal cube cloud database server key lock shield user users bell ' +
  'comments envelope circle-info circle-question lightbulb star heart flag bolt bug puzzle-piece chart-line globe link';

/** Chooses an icon by its name: the names that hold what is typed are shown as they are drawn. */
export function IconField({ hint, value, onChange, ...rest }: IconFieldProps) {
  const [typed, setTyped] = useState('');
  const group = useId();
  const { found, error } = useIconNames(typed.trim().toLowerCase());
  return (
    <div className="icon-field">
      <TextField
        label="Icon"
        hint={hint}
        value={value}
        autoComplete="off"
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(target.value);
        }}
        {...rest}
      />
      {error && <p role="alert">{error.message}</p>}
      <div className="icon-choices" role="radiogroup" aria-label="Icons">
        {found.map((name) => (
          <label key={name} title={name}>
            <input
              type="radio"
              name={group}
              aria-label={name}
              checked={name === value}
              onChange={() => onChange(name)}
            />
            <Icon name={name} />
          </label>
        ))}
      </div>
    </div>
  );
}

/** The names that begin with a text, and then those that hold it elsewhere. */
function useIconNames(text: string): { found: readonly string[]; error: Error | null } {
  const names = useQuery({
    queryKey: ['icon names'],
    enabled: text !== '',
    staleTime: Infinity,
    queryFn: ({ signal }) => readIconNames(iconFile('names.json'), signal),
  });
  if (text === '') return { found: usual.split(' '), error: null };
  const holding = (names.data ?? []).filter((name) => name.includes(text));
  const startOf = (name: string) => Number(!name.startsWith(text));
  const found = holding.sort((one, other) => startOf(one) - startOf(other)).slice(0, mostShown);
  return { found, error: names.error };
}
