import { SettingsPage } from './settings-page.tsx';

/** /admin/settings/messages */
export function Component() {
  return <SettingsPage title="Messages" left={['messages']} />;
}
