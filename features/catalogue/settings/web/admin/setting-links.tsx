import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { useSession } from '#platform/web/session/session.ts';
import styles from './settings.module.css';

/** Links to settings that have their own pages. */
export function SettingLinks() {
  const { id } = useSession();
  return (
    <Panel title="More settings">
      <ul className={styles.links}>
        <li>
          <TextLink roomy href="/admin/settings/holidays">
            Public holidays
          </TextLink>
        </li>
        <li>
          <TextLink roomy href="/admin/settings/calendar">
            Visits in your calendar
          </TextLink>
        </li>
        {id !== null && (
          <li>
            <TextLink roomy href={`/admin/settings/${id}/view`}>
              Your account
            </TextLink>
          </li>
        )}
      </ul>
    </Panel>
  );
}
