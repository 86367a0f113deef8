import { t } from '#platform/web/i18n/office.ts';
import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { CLEANERS } from '../parts/cleaner-page.tsx';
import { ProfilePanels } from '../parts/profile-panels.tsx';
import { useProfileLayout, withoutStart } from '../parts/use-profile-layout.ts';

const NEXT = { page: 'availability', text: t('Next: weekly hours.') };

/** /admin/cleaners/new */
export function Component() {
  const layout = withoutStart(useProfileLayout());
  return (
    <NewRecord of={CLEANERS} layout={layout} next={NEXT}>
      {(form) => <ProfilePanels form={form} layout={layout} id="" />}
    </NewRecord>
  );
}
