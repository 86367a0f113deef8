import { SettingsPage } from './settings-page.tsx';

/** /admin/settings/business */
export function Component() {
  return <SettingsPage title="Business and GST" left={['business']} right={['gst']} />;
}
