import type { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { type updateBody, updateCleaner } from '../../contract.ts';
import { CLEANER_READS, CleanerPage } from '../parts/cleaner-page.tsx';
import { type Profile, ProfileForm, profileOf } from '../parts/profile-form.tsx';

/** /admin/cleaners/:cleanerID/update */
export function Component() {
  return <CleanerPage>{(cleaner) => <Change key={cleaner.id} cleaner={cleaner} />}</CleanerPage>;
}

function Change({ cleaner }: { readonly cleaner: CleanerReply }) {
  const update = useAct(updateCleaner, { refresh: CLEANER_READS });
  const send = (values: Profile) =>
    update.mutateAsync({ params: { id: cleaner.id }, body: values as z.input<typeof updateBody> });
  return <ProfileForm initial={profileOf(cleaner)} save={`Save ${cleaner.firstname}`} send={send} />;
}
