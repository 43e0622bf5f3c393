import { useState } from 'react';
import type { RequestError } from '../../../api/client';
import { useAction, useList } from '../../../api/queries';
import { SelectField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';
import { sectionsOf, type StructureNode } from './structure-nodes';

interface AddSpaceDialogProps {
  nodes: readonly StructureNode[];
  params: { organizationId: string; siteId: string };
  onClose(): void;
}

const asSection = 'section';
const atRoot = 'root';
const changed = ['getSiteStructure', 'getSiteById', 'listSiteSpaces'] as const;

/** Adds a space: as a section of its own, or as a variant beside others. */
export function AddSpaceDialog({ nodes, params, onClose }: AddSpaceDialogProps) {
  const spaces = useList('listSpacesInOrganizationById', {
    params: { organizationId: params.organizationId },
    query: { limit: 1000 },
  });
  const sections = sectionsOf(nodes);
  const [spaceId, setSpaceId] = useState('');
  const [place, setPlace] = useState(asSection);
  const addSection = useAction('addSectionToSite', changed);
  const addSpace = useAction('addSpaceToSite', changed);
  const submit = () =>
    place === asSection
      ? addSection.mutate({ params, body: { spaceId } }, { onSuccess: onClose })
      : addSpace.mutate(
          { params, body: { spaceId, ...(place !== atRoot && { sectionId: place }) } },
          { onSuccess: onClose },
        );
  const places = [
    { value: asSection, label: 'As a section of its own' },
    ...(sections.length === 0 ? [{ value: atRoot, label: 'Beside the spaces that are there' }] : []),
    ...sections.map(({ id, title }) => ({ value: id, label: `As a variant of ${title}` })),
  ];
  const error: RequestError | null = spaces.error ?? addSection.error ?? addSpace.error;
  return (
    <FormDialog
      title="Add a space"
      action="Add"
      isBusy={addSection.isPending || addSpace.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Space"
        required
        options={[
          { value: '', label: 'Choose a space…' },
          ...spaces.items
            .filter(({ deletedAt }) => !deletedAt)
            .map(({ id, title }) => ({ value: id, label: title || 'Untitled' })),
        ]}
        value={spaceId}
        onChange={(event) => setSpaceId(event.target.value)}
      />
      <SelectField label="Place" options={places} value={place} onChange={(event) => setPlace(event.target.value)} />
    </FormDialog>
  );
}
