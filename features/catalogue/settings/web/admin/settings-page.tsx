import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from '#platform/web/office/record.module.css';
import { Loaded } from '#platform/web/office/record.tsx';
import { listSettings } from '../../contract.ts';
import { SettingsForm } from './settings-form.tsx';

/** /admin/settings: the settings of the business with their effects. */
export function Component() {
  const settings = useCall(listSettings);
  return (
    <div className={styles.record}>
      <PageTitle tab="Settings">Settings</PageTitle>
      <div className={styles.tabs} />
      <Loaded query={settings} what="the settings">
        {(found) => <SettingsForm settings={found} />}
      </Loaded>
    </div>
  );
}
