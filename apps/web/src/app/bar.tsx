import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { use, useEffect, type ReactNode } from 'react';
import { IconButton } from '../ui/button';
import { ShellContext } from './shell-context';

export interface Crumb {
  label: string;
  /** A path of the app; the last crumb has none. */
  to?: string;
}

/** The bar above a screen: where it is, and what can be done there. Sets the title of the window. */
export function Bar({ crumbs, children }: { crumbs: Crumb[]; children?: ReactNode }) {
  const { isMenuOpen, setMenuOpen } = use(ShellContext);
  const title = crumbs.at(-1)?.label;
  useEffect(() => {
    document.title = title ? `${title} · Bindery` : 'Bindery';
  }, [title]);
  return (
    <header className="bar">
      <IconButton
        label="Menu"
        className="menu-toggle"
        aria-expanded={isMenuOpen}
        onClick={() => setMenuOpen(!isMenuOpen)}
      >
        <MenuIcon size={18} />
      </IconButton>
      <nav aria-label="Breadcrumb" style={{ flex: 1, minWidth: 0 }}>
        <ol className="crumbs">
          {crumbs.map(({ label, to }) => (
            <li key={label + (to ?? '')}>
              {to ? <Link to={to}>{label}</Link> : <span aria-current="page">{label}</span>}
            </li>
          ))}
        </ol>
      </nav>
      {children}
    </header>
  );
}
