import { Link, useParams } from '@tanstack/react-router';
import { Globe, Home, ScrollText, Search, UserRound, UsersRound } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { SpaceTree } from '../features/spaces/space-tree';
import { SpaceNavigation } from '../features/spaces/space-navigation';
import { OrganizationMenu } from './organization-menu';
import { UserMenu } from './user-menu';

const loadSearch = () => import('../features/search/search-dialog');
const SearchDialog = lazy(loadSearch);
const screens = [
  { to: '/o/$organizationId/sites', label: 'Sites', icon: Globe },
  { to: '/o/$organizationId/members', label: 'Members', icon: UserRound },
  { to: '/o/$organizationId/teams', label: 'Teams', icon: UsersRound },
  { to: '/o/$organizationId/audit-log', label: 'Audit log', icon: ScrollText },
] as const;
const isMac = navigator.platform.startsWith('Mac');

export function Sidebar({ organizationId }: { organizationId: string }) {
  const { spaceId } = useParams({ strict: false });
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
              {screens.map(({ to, label, icon: Icon }) => (
                <li key={to} className="nav-row">
                  <Link className="nav-link" to={to} params={{ organizationId }}>
                    <Icon aria-hidden="true" /> <span className="label">{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <SpaceTree organizationId={organizationId} />
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
}
