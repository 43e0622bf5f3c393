import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { call, type RequestError } from '../../../api/client';
import type { Site } from '../../../api/contracts';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Failure } from '../../../ui/states';

interface SitePreviewsProps {
  site: Site;
  params: { organizationId: string; siteId: string };
}

/** Shows the site as a reader sees it, published or not. */
export function SitePreviews({ site, params }: SitePreviewsProps) {
  const [claims, setClaims] = useState('');
  const preview = useMutation<{ url: string }, RequestError>({
    mutationFn: () => call('getSitePublishingPreviewById', { params, query: { claims: claims || undefined } }),
  });
  return (
    <section className="section" aria-label="Preview">
      <h2>Preview</h2>
      <p className="muted">See the site as its readers do, before it is published. The URL is good for an hour.</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          preview.mutate();
        }}
      >
        {site.adaptiveContent.enabled && (
          <TextField
            label="As a visitor with these claims"
            placeholder='{"plan":"pro"}'
            hint="JSON. Leave it empty for a visitor without claims."
            value={claims}
            onChange={(event) => setClaims(event.target.value)}
          />
        )}
        {preview.error && <Failure error={preview.error} />}
        <div className="row">
          <Button type="submit" disabled={preview.isPending}>
            <Eye aria-hidden="true" /> Make a preview
          </Button>
          {preview.data && (
            <a href={preview.data.url} target="_blank" rel="noreferrer">
              Open the preview
            </a>
          )}
        </div>
      </form>
    </section>
  );
}
