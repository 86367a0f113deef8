import { AbsenceNotice } from '#features/work/cover/web/cleaner/absence-notice.tsx';
import { CannotCome } from '#features/work/cover/web/cleaner/cannot-come.tsx';
import { TodayPage } from '#features/work/visits/web/cleaner/today-page.tsx';

/** /cleaner/dashboard */
export function Component() {
  return <TodayPage top={<AbsenceNotice />} bottom={<CannotCome />} />;
}
