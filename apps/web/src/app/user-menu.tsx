import { Link } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useRef, useState } from 'react';
import { base } from '../api/client';
import { useOperation } from '../api/queries';
import { forgetItems } from '../api/user-items';
import { countUnsavedPages } from '../features/editor/unsaved-pages';
import { Avatar } from '../ui/avatar';
import { IconButton } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Menu, MenuItem } from '../ui/menu';
import { themes, useTheme, type Theme } from './theme';

const icons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

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
      <SignOut />
    </div>
  );
}

/** Signs out; asks first where that deletes text of pages that is not saved. */
function SignOut() {
  const form = useRef<HTMLFormElement>(null);
  const [unsaved, setUnsaved] = useState(0);
  return (
    <>
      <form
        ref={form}
        method="post"
        action={`${base}/app/sign-out`}
        onSubmit={(event) => {
          const count = countUnsavedPages();
          setUnsaved(count);
          if (count > 0) event.preventDefault();
          else forgetItems();
        }}
      >
        <IconButton label="Sign out" type="submit">
          <LogOut size={16} />
        </IconButton>
      </form>
      <ConfirmDialog
        title="Sign out and delete unsaved text?"
        description={`This browser keeps unsaved text of ${unsaved === 1 ? 'one page' : `${unsaved} pages`}. Signing out deletes it. To save or copy it, open the pages first.`}
        action="Delete and sign out"
        isOpen={unsaved > 0}
        onClose={() => setUnsaved(0)}
        onConfirm={() => {
          forgetItems();
          form.current?.submit();
        }}
      />
    </>
  );
}
