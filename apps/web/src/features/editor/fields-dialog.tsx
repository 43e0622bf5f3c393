import { useState } from 'react';
import { SelectField, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

export interface FieldOfBlock {
  name: string;
  label: string;
  hint?: string;
  /** The values to choose from; any text without them. */
  options?: readonly { value: string; label: string }[];
}

interface FieldsDialogProps {
  title: string;
  fields: readonly FieldOfBlock[];
  values: Record<string, string>;
  onSave(values: Record<string, string>): void;
  onClose(): void;
}

/** Asks for what is said about a block besides its text. */
export function FieldsDialog({ title, fields, values: before, onSave, onClose }: FieldsDialogProps) {
  const [values, setValues] = useState(before);
  return (
    <FormDialog
      title={title}
      action="Save"
      onClose={onClose}
      onSubmit={() => {
        onSave(values);
        onClose();
      }}
    >
      {fields.map(({ name, label, hint, options }) => {
        const shared = {
          label,
          hint,
          value: values[name] ?? '',
          onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
        };
        return options ? (
          <SelectField key={name} {...shared} options={options} />
        ) : (
          <TextField key={name} {...shared} />
        );
      })}
    </FormDialog>
  );
}
