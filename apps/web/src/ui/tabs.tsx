import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export interface Tab {
  label: string;
  /** A path of the app. */
  to: string;
}

/** Links between the screens of one thing; the browser's own back and forward go through them. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Narrow windows do not show all of them at once.
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  // One that is the beginning of another is open only at its own address.
  const isBeginning = (path: string) => tabs.some(({ to }) => to.startsWith(`${path}/`));
  return (
    <nav ref={list} className="tabs-list" aria-label={label}>
      {tabs.map(({ label: name, to }) => (
        <Link key={to} className="tab" to={to} activeOptions={{ exact: isBeginning(to) }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
