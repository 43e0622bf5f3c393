import { useState } from 'react';
import { useAction } from '../../../api/queries';
import { TextField } from '../../../ui/field';
import { FormDialog } from '../../../ui/form-dialog';
import { useChangedFields } from '../../../ui/use-changed-fields';
import { IconField } from '../../../ui/icon-field';
import type { StructureNode } from './structure-nodes';

interface EditNodeDialogProps {
  node: StructureNode;
  params: { organizationId: string; siteId: string };
  onClose(): void;
}

const changed = ['getSiteStructure', 'listSiteSpaces'] as const;

/** Changes the title, the icon, the path and the condition of a node, as far as it has them. */
export function EditNodeDialog({ node, params, onClose }: EditNodeDialogProps) {
  const section = useAction('updateSiteSectionById', changed);
  const group = useAction('updateSiteSectionGroupById', changed);
  const link = useAction('updateSiteExternalLinkById', changed);
  const space = useAction('updateSiteSpaceById', changed);
  const [title, setTitle] = useState(node.title);
  const [path, setPath] = useState('path' in node ? node.path : '');
  const [url, setUrl] = useState('url' in node ? node.url : '');
  const [condition, setCondition] = useState(('condition' in node && node.condition) || '');
  const [description, setDescription] = useState(('description' in node && node.description) || '');
  const [icon, setIcon] = useState(('icon' in node && node.icon) || '');
  const done = { onSuccess: onClose };
  // A node has the fields of its kind alone; the others never change.
  const { changed: body } = useChangedFields({
    title,
    icon: icon || null,
    path,
    url,
    condition: condition || null,
    description: description || null,
  });
  const submit = () => {
    const { object, id } = node;
    if (object === 'site-section') section.mutate({ params: { ...params, siteSectionId: id }, body }, done);
    else if (object === 'site-section-group')
      group.mutate({ params: { ...params, siteSectionGroupId: id }, body }, done);
    else if (object === 'site-external-link')
      link.mutate({ params: { ...params, siteExternalLinkId: id }, body }, done);
    else space.mutate({ params: { ...params, siteSpaceId: id }, body }, done);
  };
  const actions = [section, group, link, space];
  return (
    <FormDialog
      title={`Edit ${node.title}`}
      action="Save"
      isBusy={actions.some(({ isPending }) => isPending)}
      error={actions.map(({ error }) => error).find(Boolean)}
      onSubmit={submit}
      onClose={onClose}
    >
      {node.object !== 'site-space' && (
        <TextField
          label="Title"
          required
          minLength={node.object === 'site-section' ? 2 : 1}
          maxLength={100}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
      {node.object !== 'site-space' && (
        <IconField hint="The name of a Font Awesome icon." value={icon} maxLength={50} onChange={setIcon} />
      )}
      {node.object === 'site-section' && (
        <TextField
          label="Description"
          maxLength={256}
          hint="Describes the section in one sentence."
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      )}
      {'url' in node && (
        <TextField label="URL" type="url" required value={url} onChange={(event) => setUrl(event.target.value)} />
      )}
      {'path' in node && (
        <>
          <TextField
            label="Path"
            required
            maxLength={100}
            hint="Its part of the URL. Add a redirect for readers who know the old one."
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
          <TextField
            label="Only for visitors with"
            maxLength={1024}
            placeholder="visitor.claims.plan == 'pro'"
            hint="An expression about the visitor. Leave it empty to show it to everybody."
            value={condition}
            onChange={(event) => setCondition(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
