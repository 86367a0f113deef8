import { t } from '#platform/web/i18n/office.ts';
import { SettingsPage } from './settings-page.tsx';

/** /admin/settings/business */
export function Component() {
  return <SettingsPage title={t('Business and GST')} left={['business']} right={['gst']} />;
}
