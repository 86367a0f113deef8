import type { ReactNode } from 'react';
import { useCall } from '#platform/web/api/queries.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from '#platform/web/office/record.module.css';
import { Loaded } from '#platform/web/office/record.tsx';
import { listSettings } from '../../contract.ts';
import ownStyles from './settings.module.css';
import { SettingsForm, type SettingsFormProps } from './settings-form.tsx';

interface SettingsPageProps extends Omit<SettingsFormProps, 'settings'> {
  readonly title: string;
  /** Below the form. */
  readonly children?: ReactNode;
}

/** A page of settings with their effects. */
export function SettingsPage({ title, children, ...groups }: SettingsPageProps) {
  const settings = useCall(listSettings);
  return (
    <div className={styles.record}>
      <PageTitle tab={title}>{title}</PageTitle>
      <div className={styles.tabs} />
      <Loaded query={settings} what="the settings">
        {(found) => <SettingsForm settings={found} {...groups} />}
      </Loaded>
      {children && <div className={ownStyles.below}>{children}</div>}
    </div>
  );
}
