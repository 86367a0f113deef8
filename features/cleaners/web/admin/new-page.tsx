import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { RecordPage } from '#platform/web/office/record.tsx';
import { type createBody, createCleaner } from '../../contract.ts';
import { CLEANER_READS, CLEANERS } from '../parts/cleaner-page.tsx';
import { NEW_CLEANER, type Profile, ProfileForm } from '../parts/profile-form.tsx';

/** /admin/cleaners/new */
export function Component() {
  const navigate = useNavigate();
  const toast = useToast();
  const create = useAct(createCleaner, { refresh: CLEANER_READS });
  const send = async (values: Profile) => {
    const cleaner = await create.mutateAsync({ body: values as z.input<typeof createBody> });
    toast.show({ text: `${cleaner.firstname} is here. Next: the weekly hours.` });
    await navigate(`${CLEANERS.to}/${cleaner.id}/availability`);
  };
  return (
    <RecordPage list={CLEANERS} title="New cleaner">
      <ProfileForm initial={NEW_CLEANER} save="Add cleaner" send={send} />
    </RecordPage>
  );
}
