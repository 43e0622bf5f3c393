import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { base } from '../api/client';
import { useOperation } from '../api/queries';
import { forgetDrafts } from '../features/comments/comment-drafts';
import { forgetPages } from '../features/search/recent-pages';
import { Avatar } from '../ui/avatar';
import { IconButton } from '../ui/button';
import { Menu, MenuItem } from '../ui/menu';
import { themes, useTheme, type Theme } from './theme';

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

function forgetAll(): void {
  forgetPages();
  forgetDrafts();
}

export function UserMenu({ organizationId }: { organizationId: string }) {
  const user = useOperation('getAuthenticatedUser');
  const [theme, setTheme] = useTheme();
  const Icon = icons[theme];
  const name = user.data?.displayName ?? '';
  return (
    <div className="sidebar-foot">
      <Avatar name={name} photoURL={user.data?.photoURL} />
      <Link className="name" to="/o/$organizationId/account" params={{ organizationId }}>
        {name || 'Your account'}
      </Link>
      <Menu
        trigger={
          <IconButton label="Colours">
            <Icon size={16} />
          </IconButton>
        }
      >
        {themes.map(({ id, label }) => (
          <MenuItem key={id} onSelect={() => setTheme(id)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <form method="post" action={`${base}/app/sign-out`} onSubmit={forgetAll}>
        <IconButton label="Sign out" type="submit">
          <LogOut size={16} />
        </IconButton>
      </form>
    </div>
  );
}
