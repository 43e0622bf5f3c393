import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call, type RequestError } from '../../api/client';
import type { AnswerOf } from '../../api/contracts';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/states';
import { localAddress } from './local-address';

type Run = AnswerOf<'getSpaceExport'>;

/** Milliseconds between two looks at an export. */
const pause = 700;

/** Exports a space as a zip file, however large it is, and shows how far that is. */
export function ExportSection({ spaceId }: { spaceId: string }) {
  const [exportRunId, setRun] = useState<string>();
  const start = useAction('startSpaceExport');
  return (
    <section className="section" aria-label="Zip file">
      <h2>Zip file</h2>
      <p className="muted">All pages as Markdown with their files, as a Git repository would have them.</p>
      {start.error && <Failure error={start.error} />}
      {exportRunId ? (
        <ExportRun spaceId={spaceId} exportRunId={exportRunId} onAgain={() => setRun(undefined)} />
      ) : (
        <div>
          <Button
            disabled={start.isPending}
            onClick={() => start.mutate({ params: { spaceId } }, { onSuccess: ({ id }) => setRun(id) })}
          >
            <Download aria-hidden="true" /> Export
          </Button>
        </div>
      )}
    </section>
  );
}

const isOver = ({ status }: Run): boolean => status === 'completed' || status === 'failed' || status === 'cancelled';

interface ExportRunProps {
  spaceId: string;
  exportRunId: string;
  /** Leads back to the start of an export. */
  onAgain(): void;
}

function ExportRun({ spaceId, exportRunId, onAgain }: ExportRunProps) {
  const run = useQuery<Run, RequestError>({
    queryKey: ['getSpaceExport', spaceId, exportRunId],
    queryFn: () => call('getSpaceExport', { params: { spaceId, exportRunId } }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pause),
  });
  if (run.error) return <Failure error={run.error} />;
  const { status, progress, url, error } = run.data ?? {};
  if (status === 'completed' && url)
    return (
      <div className="row">
        <a className="button primary" href={localAddress(url)} download>
          <Download aria-hidden="true" /> Save the zip file
        </a>
        <Button onClick={onAgain}>Export again</Button>
      </div>
    );
  if (status === 'failed' || status === 'cancelled')
    return (
      <div className="row" role="alert">
        <span>The export failed{error ? `: ${error}` : ''}.</span>
        <Button onClick={onAgain}>Export again</Button>
      </div>
    );
  const pages = progress?.pages;
  return (
    <div className="stack">
      <progress
        aria-label="Pages exported"
        max={pages?.total || undefined}
        value={pages?.total ? pages.done : undefined}
      />
      <p role="status">{pages?.total ? `${pages.done} of ${pages.total} pages` : 'Exporting…'}</p>
    </div>
  );
}
