import { Menu } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import { Link } from 'react-router';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { initialsOf } from '#platform/web/initials.ts';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import { useSession } from '#platform/web/session/session.ts';
import { signOut } from '../sign-out.ts';
import styles from './office-shell.module.css';
import { useOtherScheme } from './scheme-switch.tsx';

/** The signed-in admin's own menu. */
export function AccountMenu({ onShortcuts }: { onShortcuts(): void }) {
  const { id, fullname } = useSession();
  const { other, icon, choose } = useOtherScheme();
  const name = fullname ?? 'You';
  const initials = initialsOf(fullname);
  return (
    <Menu position="bottom-end" {...menuOverlay}>
      <Menu.Target>
        <button type="button" className={styles.account} aria-label={`Your menu, ${initials}`}>
          <PersonTile id={id ?? ''} initials={initials} size={28} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.options}>
        <Menu.Item
          component={Link}
          to={`/admin/settings/${id ?? ''}/view`}
          leftSection={<Icon of={IconUser} size={18} />}
        >
          {name}, your account
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={icon} size={18} />} onClick={choose}>
          {other === 'dark' ? 'Dark colours' : 'Light colours'}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconKeyboard} size={18} />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconLogout} size={18} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
