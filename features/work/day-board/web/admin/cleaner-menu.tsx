import { Menu } from '@mantine/core';
import { Link } from 'react-router';
import { chooseCrew } from '#features/work/jobs/rules/policy.ts';
import { t } from '#platform/web/i18n/office.ts';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import { May } from '#platform/web/session/may.tsx';
import type { BoardCleaner } from '../../contract.ts';
import styles from './person.module.css';
import { PersonName } from './person.tsx';

interface CleanerMenuProps {
  readonly day: string;
  readonly cleaner: BoardCleaner;
}

/**
 * A cleaner's name, which opens what can be done about them. Not a stop of the Tab key: the board has one, and the status bar
 * below has these actions for the keyboard.
 */
export function CleanerMenu({ day, cleaner }: CleanerMenuProps) {
  const { id, mobile } = cleaner;
  return (
    <Menu {...menuOverlay} position="bottom-start">
      <Menu.Target>
        <button type="button" tabIndex={-1} className={styles.head}>
          <PersonName cleaner={cleaner} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <May act={chooseCrew}>
          <Menu.Item component={Link} to={coverAddress(id, day)}>
            {t('Cannot come')}
          </Menu.Item>
        </May>
        {mobile !== '' && (
          <>
            <Menu.Item component="a" href={`tel:+${mobile}`}>
              {t('Call')}
            </Menu.Item>
            <Menu.Item component="a" href={`sms:+${mobile}`}>
              {t('Send a text message')}
            </Menu.Item>
          </>
        )}
        <Menu.Item component={Link} to={`/admin/cleaners/${id}/schedule`}>
          {t('Schedule')}
        </Menu.Item>
        <Menu.Item component={Link} to={`/admin/cleaners/${id}/view`}>
          {t('Profile')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The page that covers all visits of a cleaner from this day on. */
export function coverAddress(cleanerID: string, day: string): string {
  return `/admin/cleaners/cover?cleanerID=${cleanerID}&day=${day}&reason=Sick`;
}
