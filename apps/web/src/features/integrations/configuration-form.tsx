import { useState } from 'react';
import type { RequestError } from '../../api/client';
import { Button } from '../../ui/button';
import { CheckField, SelectField, TextField } from '../../ui/field';
import { Failure } from '../../ui/states';
import { configurationValues } from './configuration-values';
import type { ConfigurationSchema } from './configuration';

type Property = Extract<ConfigurationSchema, { properties: unknown }>['properties'][string];
type Values = Record<string, unknown>;

interface ConfigurationFormProps {
  properties: Record<string, Property>;
  required: readonly string[];
  values: Values;
  isBusy: boolean;
  error: RequestError | null;
  onSave(values: Values): void;
}

/** The fields that the manifest of an integration names. */
export function ConfigurationForm({ properties, required, values, isBusy, error, onSave }: ConfigurationFormProps) {
  const [edited, setEdited] = useState<Values>({});
  // A field that was emptied before stays empty.
  const isNew = Object.keys(values).length === 0;
  const valueOf = (name: string) => edited[name] ?? values[name] ?? (isNew ? properties[name]!.default : undefined);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(configurationValues(properties, values, valueOf));
      }}
    >
      {Object.entries(properties).map(([name, property]) => (
        <PropertyField
          key={name}
          name={name}
          property={property}
          isRequired={required.includes(name)}
          value={valueOf(name)}
          onChange={(value) => setEdited({ ...edited, [name]: value })}
        />
      ))}
      {error && <Failure error={error} />}
      <div className="form-actions">
        <Button type="submit" look="primary" disabled={isBusy}>
          Save configuration
        </Button>
      </div>
    </form>
  );
}

interface PropertyFieldProps {
  name: string;
  property: Property;
  isRequired: boolean;
  value: unknown;
  onChange(value: unknown): void;
}

function PropertyField({ name, property, isRequired, value, onChange }: PropertyFieldProps) {
  const { type, title = name, description } = property;
  const common = { label: title, hint: description, required: isRequired };
  if (type === 'button')
    return (
      <div>
        <a className="button" href={property.callback_url} target="_blank" rel="noreferrer">
          {property.button_text}
        </a>
      </div>
    );
  if (type === 'boolean')
    return <CheckField label={title} checked={value === true} onChange={(event) => onChange(event.target.checked)} />;
  if (property.enum)
    return (
      <SelectField
        {...common}
        options={[{ value: '', label: 'Choose…' }, ...property.enum.map((one) => ({ value: one, label: one }))]}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <TextField
      {...common}
      type={type === 'number' ? 'number' : 'text'}
      step="any"
      value={String(value ?? '')}
      onChange={(event) =>
        onChange(type === 'number' && event.target.value ? Number(event.target.value) : event.target.value)
      }
    />
  );
}
