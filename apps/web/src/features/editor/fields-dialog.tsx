import { useState } from 'react';
import { TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

export interface FieldOfBlock {
  name: string;
  label: string;
  hint?: string;
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
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}
