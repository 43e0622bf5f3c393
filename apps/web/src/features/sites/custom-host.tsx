import { useState } from 'react';
import type { Site } from '../../api/contracts';
import { useAction, useOperation } from '../../api/queries';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/field';
import { useNotices } from '../../ui/notices';
import { Failure } from '../../ui/states';

interface CustomHostProps {
  site: Site;
  params: { organizationId: string; siteId: string };
}

const states: Record<string, { badge: string; text: string }> = {
  live: { badge: 'success', text: 'The site is served here' },
  dns_passed: { badge: 'success', text: 'DNS leads here' },
  dns_wrong_cname: { badge: 'warning', text: 'DNS leads elsewhere' },
  dns_no_cname: { badge: 'warning', text: 'There is no record in DNS yet' },
  internal_error: { badge: 'danger', text: 'DNS could not be asked' },
};

/** The host name of one's own, with the DNS record that it needs and whether that is there. */
export function CustomHost({ site, params }: CustomHostProps) {
  const update = useAction('updateSiteById', ['getSiteById', 'listSites']);
  const [name, setName] = useState('');
  const [isAsking, setAsking] = useState(false);
  const notices = useNotices();
  const set = (hostname: string | null, text: string) =>
    update.mutate(
      { params, body: { hostname } },
      { onSuccess: () => notices.success(text), onSettled: () => setAsking(false) },
    );
  return (
    <section className="section">
      <h2>Host name</h2>
      {update.error && <Failure error={update.error} />}
      {site.hostname ? (
        <>
          <HostState hostname={site.hostname} platform={new URL(site.urls.app).hostname} />
          <div>
            <Button onClick={() => setAsking(true)}>Remove {site.hostname}</Button>
          </div>
          <ConfirmDialog
            title={`Remove ${site.hostname}?`}
            description="Readers no longer find the site there. You can set the host name again later."
            action="Remove host name"
            isOpen={isAsking}
            isBusy={update.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => set(null, 'The host name is removed.')}
          />
        </>
      ) : (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            set(name.trim().toLowerCase(), 'The host name is set. Now create its DNS record.');
          }}
        >
          <TextField
            label="Host name of your own"
            hint="Then Bindery shows the DNS record to create."
            placeholder="docs.example.com"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <div className="form-actions">
            <Button type="submit" disabled={update.isPending}>
              Set host name
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}

function HostState({ hostname, platform }: { hostname: string; platform: string }) {
  const host = useOperation('getCustomHostname', { params: { hostname } });
  const check = useAction('dnsRevalidateCustomHostname', ['getCustomHostname', 'getSiteById']);
  const state = states[host.data?.isActive ? 'live' : (host.data?.status ?? '')];
  const error = host.error ?? check.error;
  return (
    <div className="stack">
      {error && <Failure error={error} />}
      <div className="row">
        <strong>{hostname}</strong>
        {host.data && (
          <span className={`badge ${state?.badge ?? ''}`} role="status">
            {state?.text ?? 'Not checked yet'}
          </span>
        )}
        <Button small disabled={check.isPending} onClick={() => check.mutate({ params: { hostname } })}>
          {check.isPending ? 'Checking…' : 'Check DNS'}
        </Button>
      </div>
      {host.data && !host.data.isActive && (
        <>
          <p className="muted">
            Create this record at the DNS provider of the domain. It may take an hour to take effect.
          </p>
          <div className="table-scroll" tabIndex={0} role="region" aria-label="DNS record">
            <table className="data">
              <thead>
                <tr>
                  <th scope="col">Type</th>
                  <th scope="col">Name</th>
                  <th scope="col">Value</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <td>CNAME</td>
                  <td>{hostname}</td>
                  <td>{platform}</td>
                </tr>
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}
