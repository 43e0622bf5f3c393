import { Navigate, useParams } from '@tanstack/react-router';
import { useList } from '../../api/queries';
import { Failure, Loading } from '../../ui/states';

/** The address that an integration has for everybody: leads to it in the first organization of the user. */
export default function IntegrationLink() {
  const { integrationName } = useParams({ from: '/integrations/$integrationName' });
  const organizations = useList('listOrganizationsForAuthenticatedUser');
  const [first] = organizations.items;
  if (first)
    return (
      <Navigate
        to="/o/$organizationId/integrations/$integrationName"
        params={{ organizationId: first.id, integrationName }}
        replace
      />
    );
  return <main className="content">{organizations.error ? <Failure error={organizations.error} /> : <Loading />}</main>;
}
