import { useState } from 'react';
import { useAction } from '../../api/queries';
import { useNavigateFromHere } from '../../app/use-navigate-from-here';
import { SelectField, TextArea, TextField } from '../../ui/field';
import { FormDialog } from '../../ui/form-dialog';

interface SpecificationDialogProps {
  organizationId: string;
  /** The specification whose source is replaced; a new one when absent. */
  slug?: string;
  onClose(): void;
}

const sources = [
  { value: 'file', label: 'A file' },
  { value: 'url', label: 'An address, which is read again regularly' },
  { value: 'text', label: 'Pasted text' },
];
const changed = ['listOpenAPISpecs', 'getOpenAPISpecBySlug', 'listOpenAPISpecVersions'] as const;

/** Adds a specification, or gives one a new source. */
export function SpecificationDialog({ organizationId, slug, onClose }: SpecificationDialogProps) {
  const [name, setName] = useState(slug ?? '');
  const [kind, setKind] = useState('file');
  const [url, setUrl] = useState('');
  const [text, setText] = useState('');
  const create = useAction('createOpenAPISpec', changed);
  const replace = useAction('createOrUpdateOpenAPISpecBySlug', changed);
  const navigate = useNavigateFromHere();
  const submit = () => {
    const source = kind === 'url' ? { url } : { text };
    const done = {
      onSuccess: () => {
        onClose();
        void navigate({ to: '/o/$organizationId/openapi/$specSlug', params: { organizationId, specSlug: name } });
      },
    };
    if (slug) replace.mutate({ params: { organizationId, specSlug: slug }, body: { source } }, done);
    else create.mutate({ params: { organizationId }, body: { slug: name, source } }, done);
  };
  return (
    <FormDialog
      title={slug ? `New source of ${slug}` : 'Add a specification'}
      description="OpenAPI 3 or Swagger 2, as JSON or YAML."
      action={slug ? 'Replace' : 'Add'}
      isBusy={create.isPending || replace.isPending}
      error={create.error ?? replace.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!slug && (
        <TextField
          label="Name"
          required
          maxLength={100}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="Lowercase letters and digits, with single dashes between"
          placeholder="petstore"
          hint="Lowercase letters, digits and dashes. Pages refer to it by this name."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <SelectField label="From" options={sources} value={kind} onChange={(event) => setKind(event.target.value)} />
      {kind === 'file' && (
        <TextField
          label="File"
          type="file"
          accept=".json,.yaml,.yml"
          required
          onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
        />
      )}
      {kind === 'url' && (
        <TextField
          label="Address"
          type="url"
          required
          placeholder="https://example.com/openapi.json"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      )}
      {kind === 'text' && (
        <TextArea label="Text" required rows={10} value={text} onChange={(event) => setText(event.target.value)} />
      )}
    </FormDialog>
  );
}
