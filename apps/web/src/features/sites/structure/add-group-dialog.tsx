import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { CheckField, TextField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';
import { sectionsOf, type StructureNode } from './structure-nodes';

interface AddGroupDialogProps {
  nodes: readonly StructureNode[];
  params: { organizationId: string; siteId: string };
  onClose(): void;
}

/** Adds a group, with the sections that it begins with. */
export function AddGroupDialog({ nodes, params, onClose }: AddGroupDialogProps) {
  const [title, setTitle] = useState('');
  const [sections, setSections] = useState<string[]>([]);
  const add = useAction('addSectionGroupToSite', ['getSiteStructure']);
  const toggle = (id: string) =>
    setSections(sections.includes(id) ? sections.filter((section) => section !== id) : [...sections, id]);
  return (
    <FormDialog
      title="Add a group"
      description="Readers see a group as a menu of its sections."
      action="Add"
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate({ params, body: { title, sections } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        maxLength={100}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <fieldset className="choices">
        <legend className="field-label">Sections in it</legend>
        {sectionsOf(nodes).map(({ id, title: name }) => (
          <CheckField key={id} label={name} checked={sections.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
    </FormDialog>
  );
}
