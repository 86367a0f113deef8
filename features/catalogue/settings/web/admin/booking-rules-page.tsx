import { SettingsPage } from './settings-page.tsx';

/** /admin/settings/booking-rules */
export function Component() {
  return <SettingsPage title="Booking rules" left={['booking']} right={['cancellation']} />;
}
