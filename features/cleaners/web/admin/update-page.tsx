import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { updateCleaner } from '../../contract.ts';
import { CLEANERS, CleanerPage } from '../parts/cleaner-page.tsx';
import { ProfileForm, profileOf, useProfileFields } from '../parts/profile-form.tsx';

/** /admin/cleaners/:cleanerID/update */
export function Component() {
  return <CleanerPage>{(cleaner) => <Change key={cleaner.id} cleaner={cleaner} />}</CleanerPage>;
}

function Change({ cleaner }: { readonly cleaner: CleanerReply }) {
  const form = useRecordForm({
    call: updateCleaner,
    params: { id: cleaner.id },
    refresh: CLEANERS.refresh,
    stored: profileOf(cleaner),
    fields: useProfileFields(),
  });
  return <ProfileForm form={form} save={`Save ${cleaner.firstname}`} />;
}
