import { Link } from '@tanstack/react-router';

export interface Tab {
  label: string;
  /** A path of the app. */
  to: string;
}

/** Links between the screens of one thing; the browser's own back and forward go through them. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs-list" aria-label={label}>
      {tabs.map(({ label: name, to }) => (
        <Link key={to} className="tab" to={to} activeOptions={{ exact: true }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
