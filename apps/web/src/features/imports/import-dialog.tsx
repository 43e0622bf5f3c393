import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call, type RequestError } from '../../api/client';
import type { AnswerOf, BodyOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { useRepeatableCall } from '../../api/use-repeatable-call';
import { useUploads } from '../../api/use-uploads';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Failure } from '../../ui/states';

type Run = AnswerOf<'getImport'>;
const kinds = [
  { value: 'git', label: 'A Git repository' },
  { value: 'file', label: 'A zip file' },
] as const;

/** Brings documentation in as a new space, and shows how far it is. */
export function ImportDialog({ organizationId, onClose }: { organizationId: string; onClose(): void }) {
  const [kind, setKind] = useState<'git' | 'file'>('git');
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const [ref, setRef] = useState('');
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<RequestError>();
  const [runId, setRunId] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const upload = useUploads(organizationId, 'import_file');
  const send = useRepeatableCall();
  const starting = useRef<AbortController>(undefined);
  // A dialog that is closed while the file is still sent starts no import.
  useEffect(() => () => starting.current?.abort(), []);
  const start = async () => {
    const { signal } = (starting.current = new AbortController());
    setError(undefined);
    setBusy(true);
    try {
      const source =
        kind === 'git'
          ? { type: 'git', url, ...(ref && { ref }) }
          : {
              type: 'file',
              files: [await upload(file!, file!.type || 'application/zip', signal)],
            };
      const body = { source, target: { title } } as BodyOf<'startImport'>;
      setRunId((await send('startImport', { params: { organizationId }, body, signal })).id);
    } catch (failure) {
      setError(failure as RequestError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Import documentation"
      description="Markdown in Git Sync format: with a SUMMARY.md, or a folder of pages."
      isOpen
      onClose={onClose}
    >
      {runId ? (
        <ImportRun organizationId={organizationId} runId={runId} onClose={onClose} />
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <TextField
            label="Title of the new space"
            value={title}
            required
            maxLength={50}
            onChange={(event) => setTitle(event.target.value)}
          />
          <SelectField
            label="From"
            options={kinds}
            value={kind}
            onChange={(event) => setKind(event.target.value as typeof kind)}
          />
          {kind === 'git' ? (
            <>
              <TextField
                label="URL"
                type="url"
                placeholder="https://example.com/team/docs.git"
                required
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
              <TextField
                label="Branch or tag"
                hint="The default branch when empty."
                value={ref}
                onChange={(event) => setRef(event.target.value)}
              />
            </>
          ) : (
            <TextField
              label="Zip file"
              type="file"
              accept=".zip,application/zip"
              required
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          )}
          {error && <Failure error={error} />}
          <div className="form-actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" disabled={isBusy}>
              {isBusy ? 'Starting…' : 'Import'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

const isOver = ({ status }: Run): boolean => status === 'completed' || status === 'failed' || status === 'cancelled';

function ImportRun({ organizationId, runId, onClose }: { organizationId: string; runId: string; onClose(): void }) {
  const params = { organizationId, importRunId: runId };
  const client = useQueryClient();
  const cancel = useAction('cancelImport', ['getImport']);
  const run = useQuery<Run, RequestError>({
    queryKey: ['getImport', params],
    queryFn: async () => {
      const read = await call('getImport', { params });
      if (isOver(read)) await client.invalidateQueries({ queryKey: ['list', 'listSpacesInOrganizationById'] });
      return read;
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 700),
  });
  const { data } = run;
  const problems = data?.problems ?? [];
  return (
    <div className="stack">
      {(run.error ?? cancel.error) && <Failure error={(run.error ?? cancel.error)!} />}
      {data && !isOver(data) && (
        <progress
          aria-label="Pages read"
          max={data.progress.pages.total || undefined}
          value={data.progress.pages.total ? data.progress.pages.done : undefined}
        />
      )}
      <p role="status">
        {data?.status === 'completed' &&
          `${data.progress.pages.done} pages and ${data.progress.files.done} files are imported.`}
        {data?.status === 'failed' && `The import failed: ${data.error ?? 'see the logs'}`}
        {data?.status === 'cancelled' && 'The import was cancelled.'}
        {data && !isOver(data) && `${data.progress.pages.done} of ${data.progress.pages.total} pages`}
      </p>
      {problems.length > 0 && (
        <details>
          <summary>{problems.length === 1 ? 'One problem' : `${problems.length} problems`}</summary>
          <ul>
            {problems.map(({ file: name, line, message }, index) => (
              <li key={index}>
                {name}
                {line ? `:${line}` : ''}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="form-actions">
        {data && !isOver(data) && (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate({ params })}>
            Cancel the import
          </Button>
        )}
        {data?.status === 'completed' && data.spaces[0] && (
          <Link
            className="button primary"
            to="/o/$organizationId/s/$spaceId"
            params={{ organizationId, spaceId: data.spaces[0].id }}
            onClick={onClose}
          >
            Open the space
          </Link>
        )}
        {data && isOver(data) && <Button onClick={onClose}>Close</Button>}
      </div>
    </div>
  );
}
