import { Link, useParams } from '@tanstack/react-router';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { OrganizationBar } from '../organizations/organization-bar';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { CreateSiteDialog } from './create-site-dialog';

export default function SiteList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/sites' });
  const sites = useList('listSites', { params: { organizationId } });
  const { createContent } = useOrganizationPermissions(organizationId);
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'Sites' }]} />
      <div className="content">
        <div className="content-head">
          <h1>Sites</h1>
          {createContent && (
            <Button look="primary" onClick={() => setCreating(true)}>
              <Globe aria-hidden="true" /> New site
            </Button>
          )}
        </div>
        {sites.error && <Failure error={sites.error} />}
        {sites.isPending && <Loading />}
        {!sites.isPending && sites.items.length === 0 && !sites.error && (
          <Empty icon={<Globe aria-hidden="true" />} title="Nothing is published yet">
            <p>A site shows spaces to readers, at a URL of its own.</p>
          </Empty>
        )}
        {sites.items.length > 0 && (
          <ul className="list">
            {sites.items.map(({ id, title, published, urls, siteSpaces }) => (
              <li key={id}>
                <Globe size={18} aria-hidden="true" />
                <div className="grow">
                  <Link className="title" to="/o/$organizationId/site/$siteId" params={{ organizationId, siteId: id }}>
                    {title}
                  </Link>
                  <div className="meta">
                    {siteSpaces} {siteSpaces === 1 ? 'space' : 'spaces'}
                    {urls.published && `, ${urls.published}`}
                  </div>
                </div>
                <span className={`badge ${published ? 'success' : ''}`}>
                  {published ? 'Published' : 'Not published'}
                </span>
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={sites} />
      </div>
      {isCreating && <CreateSiteDialog organizationId={organizationId} onClose={() => setCreating(false)} />}
    </>
  );
}
