import { Link, Navigate } from '@tanstack/react-router';
import { useList } from '../../api/queries';
import { Avatar } from '../../ui/avatar';
import { LoadMore } from '../../ui/load-more';
import { Empty, Failure, Loading } from '../../ui/states';

/** The organizations of the user; with one alone it leads there. */
export default function ChooseOrganization() {
  const organizations = useList('listOrganizationsForAuthenticatedUser');
  const [first, second] = organizations.items;
  if (first && !second) return <Navigate to="/o/$organizationId" params={{ organizationId: first.id }} replace />;
  return (
    <main className="content">
      <div className="content-head">
        <h1>Your organizations</h1>
      </div>
      {organizations.error && <Failure error={organizations.error} />}
      {organizations.isPending && <Loading />}
      {!organizations.isPending && !first && !organizations.error && (
        <Empty title="You are in no organization yet">
          <p>Ask an administrator to invite you.</p>
        </Empty>
      )}
      <div className="card-grid">
        {organizations.items.map(({ id, title }) => (
          <Link key={id} className="card" to="/o/$organizationId" params={{ organizationId: id }}>
            <span className="row">
              <Avatar name={title} /> <strong>{title}</strong>
            </span>
          </Link>
        ))}
      </div>
      <LoadMore list={organizations} />
    </main>
  );
}
