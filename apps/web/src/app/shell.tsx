import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { Failure, Loading } from '../ui/states';
import { ShellContext } from './shell-context';
import { Sidebar } from './sidebar';
import { useItemsOfUser } from './use-items-of-user';

/** The screen of an organization, once it is known whose unsaved text may stand in it. */
function Screen() {
  const { isReady, error, retry } = useItemsOfUser();
  if (isReady) return <Outlet />;
  return <div className="content">{error ? <Failure error={error} onRetry={retry} /> : <Loading />}</div>;
}

/** The frame around every screen of an organization. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const { pathname } = useLocation();
  useEffect(() => setMenuOpen(false), [pathname]);
  const state = useMemo(() => ({ isMenuOpen, setMenuOpen }), [isMenuOpen]);
  return (
    <ShellContext value={state}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div
        className={`app${isMenuOpen ? ' menu-open' : ''}`}
        onClick={(event) => event.target === event.currentTarget && setMenuOpen(false)}
        onKeyDown={(event) => event.key === 'Escape' && setMenuOpen(false)}
      >
        <Sidebar organizationId={organizationId} />
        <main id="main" className="main" tabIndex={-1}>
          <Screen />
        </main>
      </div>
    </ShellContext>
  );
}
