import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ShellContext } from './shell-context';
import { Sidebar } from './sidebar';

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
          <Outlet />
        </main>
      </div>
    </ShellContext>
  );
}
