import { useState } from 'react';
import { useAction } from '../../api/queries';
import { Button } from '../../ui/button';
import { CheckField, TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';

/** Sends the events of an integration to its developer, for those who publish it. */
export function DevelopmentMode({ integrationName }: { integrationName: string }) {
  const [tunnelUrl, setTunnelUrl] = useState('');
  const [all, setAll] = useState(false);
  const start = useAction('setIntegrationDevelopmentMode');
  const end = useAction('disableIntegrationDevelopmentMode');
  const notices = useNotices();
  const params = { integrationName };
  return (
    <form
      className="section form"
      aria-label="Development mode"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(
          { params, body: { tunnelUrl, all } },
          notices.outcome('For a day, events go to the tunnel instead of the script.'),
        );
      }}
    >
      <h2>Development mode</h2>
      <p className="muted">
        Events go to a tunnel to your machine instead of the published script, for a day or until you end it.
      </p>
      <TextField
        label="URL of the tunnel"
        type="url"
        required
        maxLength={256}
        placeholder="https://example.trycloudflare.com"
        value={tunnelUrl}
        onChange={(event) => setTunnelUrl(event.target.value)}
      />
      <CheckField
        label="Also events of other organizations that have it installed"
        checked={all}
        onChange={(event) => setAll(event.target.checked)}
      />
      {start.error && <Failure error={start.error} />}
      <div className="form-actions">
        <Button
          disabled={end.isPending}
          onClick={() => end.mutate({ params }, notices.outcome('Events go to the script.'))}
        >
          End development mode
        </Button>
        <Button type="submit" disabled={start.isPending}>
          Start development mode
        </Button>
      </div>
    </form>
  );
}
