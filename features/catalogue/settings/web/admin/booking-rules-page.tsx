import { t } from '#platform/web/i18n/office.ts';
import { SettingsPage } from './settings-page.tsx';

/** /admin/settings/booking-rules */
export function Component() {
  return <SettingsPage title={t('Booking rules')} left={['booking']} right={['cancellation']} />;
}
