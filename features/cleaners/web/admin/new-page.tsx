import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { CLEANERS } from '../parts/cleaner-page.tsx';
import { useProfileLayout } from '../parts/use-profile-layout.ts';

const NEXT = { page: 'availability', text: 'Next: weekly hours.' };

/** /admin/cleaners/new */
export function Component() {
  return <NewRecord of={CLEANERS} layout={useProfileLayout()} next={NEXT} />;
}
