import { t } from '#platform/web/i18n/office.ts';
import { SettingsPage } from './settings-page.tsx';

/** /admin/settings/messages */
export function Component() {
  return <SettingsPage title={t('Messages')} left={['messages']} />;
}
