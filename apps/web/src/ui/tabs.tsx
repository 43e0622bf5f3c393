import { Link } from '@tanstack/react-router';

export interface Tab {
  label: string;
  /** A path of the app. */
  to: string;
}

/** Links between the screens of one thing; the browser's own back and forward go through them. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  // One that is the beginning of another is open only at its own address.
  const isBeginning = (path: string) => tabs.some(({ to }) => to.startsWith(`${path}/`));
  return (
    <nav className="tabs-list" aria-label={label}>
      {tabs.map(({ label: name, to }) => (
        <Link key={to} className="tab" to={to} activeOptions={{ exact: isBeginning(to) }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
