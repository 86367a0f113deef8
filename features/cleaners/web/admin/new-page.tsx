import { useNavigate } from 'react-router';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { RecordPage } from '#platform/web/office/record.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import { createCleaner } from '../../contract.ts';
import { CLEANERS } from '../parts/cleaner-page.tsx';
import { NEW_CLEANER, ProfileForm, useProfileFields } from '../parts/profile-form.tsx';

/** /admin/cleaners/new */
export function Component() {
  const navigate = useNavigate();
  const toast = useToast();
  const form = useRecordForm({
    call: createCleaner,
    refresh: CLEANERS.refresh,
    blank: NEW_CLEANER,
    fields: useProfileFields(),
    onSaved: ({ id, firstname }) => {
      toast.show({ text: `${firstname} was added. Next: weekly hours.` });
      return navigate(`${CLEANERS.home}/${id}/availability`);
    },
  });
  return (
    <RecordPage list={CLEANERS} title="New cleaner">
      <ProfileForm form={form} save="Add cleaner" />
    </RecordPage>
  );
}
