import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, type RequestError } from '../../api/client';
import type { AnswerOf } from '../../api/contracts';
import { readAgain, useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Failure } from '../../ui/states';
import { Time } from '../../ui/time';
import { pagePath } from '../pages/page-links';
import { readContentAgain } from '../pages/read-content-again';

type State = AnswerOf<'getSpaceGitInfo'>;
type Operation = NonNullable<State['operation']>;

/** Milliseconds between two looks at a synchronisation. */
const pause = 1_000;

interface GitSectionProps {
  organizationId: string;
  spaceId: string;
  canSynchronize: boolean;
  /** Whether the space has been synchronised before; nothing is known of it where it has not. */
  isSynchronised: boolean;
}

/** The repository of a space, the outcome of the last synchronisation, and both directions. */
export function GitSection({ organizationId, spaceId, canSynchronize, isSynchronised }: GitSectionProps) {
  const [isStarted, setStarted] = useState(false);
  const isKnown = isSynchronised || isStarted;
  const state = useQuery<State, RequestError>({
    queryKey: ['getSpaceGitInfo', { spaceId }],
    queryFn: () => call('getSpaceGitInfo', { params: { spaceId } }),
    enabled: isKnown,
    refetchInterval: ({ state: { data } }) => (data?.operation?.state === 'running' ? pause : false),
  });
  const { data } = state;
  useContentAfter(spaceId, data?.operation);
  return (
    <section className="section" aria-label="Git">
      <h2>Git</h2>
      {state.error && <Failure error={state.error} />}
      {data?.url && (
        <p>
          Synchronised with{' '}
          <a href={data.url} target="_blank" rel="noreferrer">
            {data.repoName ?? data.url}
          </a>
        </p>
      )}
      {!isKnown && <p className="muted">The space has not been synchronised with a repository yet.</p>}
      {data?.operation && <LastTime organizationId={organizationId} spaceId={spaceId} operation={data.operation} />}
      {canSynchronize && (data || isStarted || !isSynchronised) && (
        <GitForm spaceId={spaceId} url={data?.url ?? ''} onStarted={() => setStarted(true)} />
      )}
    </section>
  );
}

/**
 * Reads the content of a space again once a synchronisation has ended, which may have changed it or opened a change request. It may
 * have ended before it was looked at, or while another screen was open.
 */
function useContentAfter(spaceId: string, operation: Operation | undefined): void {
  const client = useQueryClient();
  const ended = operation && operation.state !== 'running' ? operation.startedAt : undefined;
  useEffect(() => {
    if (ended === undefined) return;
    void readContentAgain(client, spaceId);
    void readAgain(client, ['getSpaceById', 'listChangeRequestsForSpace']);
  }, [client, spaceId, ended]);
}

const verbs = { import: 'Import from the repository', export: 'Export to the repository' };
const outcomes = { running: 'under way', success: 'done', failure: 'failed' };
const looks = { running: 'info', success: 'success', failure: 'danger' };

interface LastTimeProps extends Pick<GitSectionProps, 'organizationId' | 'spaceId'> {
  operation: Operation;
}

function LastTime({ organizationId, spaceId, operation }: LastTimeProps) {
  const {
    direction,
    state,
    startedAt,
    dispatchedTasks,
    completedTasks,
    error,
    changeRequest,
    problems = [],
  } = operation;
  return (
    <div className="thread" role="status">
      <div className="row">
        <strong>{verbs[direction]}</strong>
        <span className={`badge ${looks[state]}`}>{outcomes[state]}</span>
        <span className="muted">
          <Time at={startedAt} />
        </span>
      </div>
      {state === 'running' && (
        <progress
          aria-label="Files synchronised"
          max={dispatchedTasks || undefined}
          value={completedTasks || undefined}
        />
      )}
      {error && <p className="problem">{error}</p>}
      {changeRequest && (
        <p>
          Its changes wait in{' '}
          <Link to={pagePath({ organizationId, spaceId, changeRequestId: changeRequest })}>a change request</Link>.
        </p>
      )}
      {problems.length > 0 && (
        <details>
          <summary>{problems.length === 1 ? 'One problem' : `${problems.length} problems`}</summary>
          <ul>
            {problems.map(({ file, line, message }, index) => (
              <li key={index}>
                {file}
                {line ? `:${line}` : ''}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface GitFormProps {
  spaceId: string;
  /** The repository that is known. */
  url: string;
  onStarted(): void;
}

function GitForm({ spaceId, url: known, onStarted }: GitFormProps) {
  const [url, setUrl] = useState(known);
  const [ref, setRef] = useState('refs/heads/main');
  const [folder, setFolder] = useState('');
  const [commitMessage, setMessage] = useState('Update the documentation');
  const changed = ['getSpaceGitInfo', 'getSpaceById'] as const;
  const importing = useAction('importGitRepository', changed);
  const exporting = useAction('exportToGitRepository', changed);
  const error = importing.error ?? exporting.error;
  const isBusy = importing.isPending || exporting.isPending;
  const about = { url, ref, ...(folder && { repoProjectDirectory: folder }) };
  return (
    <form
      className="form"
      aria-label="Synchronise"
      onSubmit={(event) => {
        event.preventDefault();
        importing.mutate({ params: { spaceId }, body: about }, { onSuccess: onStarted });
      }}
    >
      <TextField
        label="Repository"
        type="url"
        placeholder="https://example.com/team/docs.git"
        hint="Over HTTPS. For a private one put a user name and a token into the URL; they are not kept."
        required
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TextField label="Branch" required value={ref} onChange={({ target }) => setRef(target.value)} />
      <TextField
        label="Folder"
        hint="The whole repository when empty."
        value={folder}
        onChange={({ target }) => setFolder(target.value)}
      />
      <TextField
        label="Message of the commit"
        hint="For an export."
        value={commitMessage}
        onChange={({ target }) => setMessage(target.value)}
      />
      {error && <Failure error={error} />}
      <div className="form-actions">
        <Button
          disabled={isBusy || commitMessage.trim() === ''}
          onClick={(event) =>
            event.currentTarget.form?.reportValidity() &&
            exporting.mutate({ params: { spaceId }, body: { ...about, commitMessage } }, { onSuccess: onStarted })
          }
        >
          Export to the repository
        </Button>
        <Button type="submit" disabled={isBusy}>
          Import from the repository
        </Button>
      </div>
    </form>
  );
}
