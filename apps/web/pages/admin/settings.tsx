import { SettingsPage } from '#features/catalogue/settings/web/admin/settings-page.tsx';
import { Holidays } from '#features/work/schedule/web/admin/holidays.tsx';
import { t } from '#platform/web/i18n/office.ts';

/** /admin/settings: when visits are possible. The other settings are on the tabs beside it. */
export function Component() {
  return (
    <SettingsPage title={t('Hours and holidays')} left={['hours']}>
      <Holidays />
    </SettingsPage>
  );
}
