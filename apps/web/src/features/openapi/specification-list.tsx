import { Link, useParams } from '@tanstack/react-router';
import { FileCode2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/queries';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';
import { Time } from '../../ui/time';
import { OrganizationBar } from '../organizations/organization-bar';
import { useOrganizationPermissions } from '../organizations/use-organization-permissions';
import { SpecificationDialog } from './specification-dialog';
import { SpecificationState } from './specification-state';

/** The OpenAPI specifications of an organization. */
export default function SpecificationList() {
  const { organizationId } = useParams({ from: '/o/$organizationId/openapi' });
  const specifications = useList('listOpenAPISpecs', { params: { organizationId } });
  const { createOpenAPISpec } = useOrganizationPermissions(organizationId);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <OrganizationBar organizationId={organizationId} crumbs={[{ label: 'OpenAPI' }]} />
      <div className="content">
        <div className="content-head">
          <h1>OpenAPI specifications</h1>
          {createOpenAPISpec && (
            <Button look="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" /> Add specification
            </Button>
          )}
        </div>
        {specifications.error && <Failure error={specifications.error} />}
        {specifications.isPending && <Loading />}
        {!specifications.isPending && specifications.items.length === 0 && !specifications.error && (
          <Empty icon={<FileCode2 aria-hidden="true" />} title="No specifications yet">
            <p>A specification becomes pages that follow each new version.</p>
          </Empty>
        )}
        {specifications.items.length > 0 && (
          <ul className="list">
            {specifications.items.map((specification) => (
              <li key={specification.id}>
                <div className="grow">
                  <Link
                    className="title"
                    to="/o/$organizationId/openapi/$specSlug"
                    params={{ organizationId, specSlug: specification.slug }}
                  >
                    {specification.slug}
                  </Link>
                  <div className="meta">
                    {specification.sourceURL ?? 'Uploaded'}, changed <Time at={specification.updatedAt} />
                  </div>
                </div>
                <SpecificationState specification={specification} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={specifications} />
      </div>
      {isAdding && <SpecificationDialog organizationId={organizationId} onClose={() => setAdding(false)} />}
    </>
  );
}
