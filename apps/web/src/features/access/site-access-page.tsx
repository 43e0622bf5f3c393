import { useAction, useList } from '../../api/queries';
import { useNotices } from '../../ui/notices';
import { Loading } from '../../ui/states';
import { SiteScreen } from '../sites/site-screen';
import { useMayAdminister } from '../sites/use-site-permissions';
import { AccessScreen } from './access-screen';

type Params = { organizationId: string; siteId: string };
const changed = ['listPermissionsAggregateInSite', 'listTeamPermissionsInSite', 'listUserPermissionsInSite'] as const;

/** The access of members to a site, with its reasons. The audience of its readers is another matter. */
export default function SiteAccessPage() {
  return <SiteScreen>{(_site, params) => <SiteAccess params={params} />}</SiteScreen>;
}

function SiteAccess({ params }: { params: Params }) {
  const { organizationId, siteId } = params;
  const mayAdminister = useMayAdminister(params);
  const enabled = mayAdminister === true;
  const effective = useList('listPermissionsAggregateInSite', { params, enabled });
  const teams = useList('listTeamPermissionsInSite', { params, enabled });
  const invite = useAction('inviteToSite', changed);
  const removeUser = useAction('removeUserFromSite', changed);
  const removeTeam = useAction('removeTeamFromSite', changed);
  const notices = useNotices();
  if (mayAdminister === undefined) return <Loading />;
  if (!mayAdminister) return <p className="muted">Only administrators of the site see who has access to it.</p>;
  return (
    <div className="section">
      <AccessScreen
        organizationId={organizationId}
        noun="site"
        target={siteId}
        canManage
        effective={effective}
        teams={teams}
        error={invite.error ?? removeUser.error ?? removeTeam.error}
        onInvite={(body) => invite.mutate({ params, body }, notices.outcome('The role is given.'))}
        onRemoveUser={(userId) =>
          removeUser.mutate({ params: { ...params, userId } }, notices.outcome('The role is removed.'))
        }
        onRemoveTeam={(teamId) =>
          removeTeam.mutate({ params: { ...params, teamId } }, notices.outcome('The role is removed.'))
        }
      />
    </div>
  );
}
