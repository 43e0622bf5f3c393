import { Link, useLocation, useParams } from '@tanstack/react-router';
import {
  Blocks,
  FileCode2,
  Globe,
  Home,
  Languages,
  MessagesSquare,
  ScrollText,
  Search,
  Settings,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { SpaceTree } from '../features/spaces/space-tree';
import { SpaceNavigation } from '../features/spaces/space-navigation';
import { OrganizationMenu } from './organization-menu';
import { UserMenu } from './user-menu';

const loadSearch = () => import('../features/search/search-dialog');
const SearchDialog = lazy(loadSearch);
const contentScreens = [{ to: '/o/$organizationId/sites', label: 'Sites', icon: Globe, below: '/site/' }] as const;
const extensionScreens = [
  { to: '/o/$organizationId/integrations', label: 'Integrations', icon: Blocks },
  { to: '/o/$organizationId/openapi', label: 'OpenAPI', icon: FileCode2 },
  { to: '/o/$organizationId/translations', label: 'Translations', icon: Languages },
  { to: '/o/$organizationId/conversations', label: 'Conversations', icon: MessagesSquare, below: '/agent-tasks' },
] as const;
const managementScreens = [
  { to: '/o/$organizationId/members', label: 'Members', icon: UserRound },
  { to: '/o/$organizationId/teams', label: 'Teams', icon: UsersRound },
  { to: '/o/$organizationId/audit-log', label: 'Audit log', icon: ScrollText },
  { to: '/o/$organizationId/settings', label: 'Settings', icon: Settings },
] as const;
const isMac = navigator.platform.startsWith('Mac');

/** Not drawn anew with each page that is opened, which is why it asks the router for the space alone. */
export const Sidebar = memo(function Sidebar({ organizationId }: { organizationId: string }) {
  const spaceId = useParams({ strict: false, select: (params) => params.spaceId });
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setSearching(true);
    };
    document.addEventListener('keydown', open);
    // Nobody who types fast shall wait for it.
    void loadSearch();
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <aside className="sidebar" aria-label="Navigation">
      <div className="sidebar-head">
        <OrganizationMenu organizationId={organizationId} />
        <button type="button" className="search-button" onClick={() => setSearching(true)}>
          <Search aria-hidden="true" /> Search <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      </div>
      <nav className="sidebar-scroll" aria-label={spaceId ? 'Pages' : 'Spaces'}>
        {spaceId ? (
          <SpaceNavigation organizationId={organizationId} spaceId={spaceId} />
        ) : (
          <>
            <ul className="nav-list">
              <li className="nav-row">
                <Link
                  className="nav-link"
                  to="/o/$organizationId"
                  params={{ organizationId }}
                  activeOptions={{ exact: true }}
                >
                  <Home aria-hidden="true" /> <span className="label">Home</span>
                </Link>
              </li>
              <ScreenLinks organizationId={organizationId} screens={contentScreens} />
            </ul>
            <SpaceTree organizationId={organizationId} />
            <div className="nav-section">Extend</div>
            <ul className="nav-list">
              <ScreenLinks organizationId={organizationId} screens={extensionScreens} />
            </ul>
            <div className="nav-section">Manage</div>
            <ul className="nav-list">
              <ScreenLinks organizationId={organizationId} screens={managementScreens} />
            </ul>
          </>
        )}
      </nav>
      <UserMenu organizationId={organizationId} />
      {isSearching && (
        <Suspense>
          <SearchDialog organizationId={organizationId} spaceId={spaceId} onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </aside>
  );
});

interface Screen {
  to: (typeof contentScreens | typeof extensionScreens | typeof managementScreens)[number]['to'];
  label: string;
  icon: LucideIcon;
  /** A path below the organization at which the screen counts as open too. */
  below?: string;
}

function ScreenLinks({ organizationId, screens }: { organizationId: string; screens: readonly Screen[] }) {
  const { pathname } = useLocation();
  const isBelow = (path?: string) => path !== undefined && pathname.startsWith(`/o/${organizationId}${path}`);
  return screens.map(({ to, label, icon: Icon, below }) => (
    <li key={to} className="nav-row">
      <Link
        className="nav-link"
        to={to}
        params={{ organizationId }}
        {...(isBelow(below) && { 'aria-current': 'page' as const })}
      >
        <Icon aria-hidden="true" /> <span className="label">{label}</span>
      </Link>
    </li>
  ));
}
