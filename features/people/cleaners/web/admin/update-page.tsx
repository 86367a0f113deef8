import { t } from '#platform/web/i18n/office.ts';
import { ChangeRecord } from '#platform/web/office/record-screens.tsx';
import { CLEANERS, CleanerPage } from '../parts/cleaner-page.tsx';
import { ProfilePanels } from '../parts/profile-panels.tsx';
import { useProfileLayout } from '../parts/use-profile-layout.ts';

/** /admin/cleaners/:cleanerID/update */
export function Component() {
  const layout = useProfileLayout();
  return (
    <CleanerPage>
      {(cleaner) => (
        <ChangeRecord
          of={CLEANERS}
          layout={layout}
          record={cleaner}
          save={t('Save {{firstname}}', { firstname: cleaner.firstname })}
        >
          {(form) => <ProfilePanels form={form} layout={layout} id={cleaner.id} />}
        </ChangeRecord>
      )}
    </CleanerPage>
  );
}
