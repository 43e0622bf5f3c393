import { DropdownMenu as Radix } from 'radix-ui';
import { use, type ReactNode } from 'react';
import { ReturnFocus } from './return-focus';

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  const giveBack = use(ReturnFocus);
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            if (!giveBack) return;
            event.preventDefault();
            giveBack();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  onSelect?(): void;
  danger?: boolean;
  disabled?: boolean;
  /** The child is a link of its own. */
  asChild?: boolean;
  children: ReactNode;
}

export function MenuItem({ danger, ...rest }: MenuItemProps) {
  return <Radix.Item className={`menu-item${danger ? ' danger' : ''}`} {...rest} />;
}

export const MenuSeparator = () => <Radix.Separator className="menu-separator" />;
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="menu-label">{children}</Radix.Label>
);
