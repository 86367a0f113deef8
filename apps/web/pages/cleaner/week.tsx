import { TimeOffRequests } from '#features/work/cover/web/cleaner/time-off-requests.tsx';
import { WeekPage } from '#features/work/visits/web/cleaner/week-page.tsx';

/** /cleaner/schedule */
export function Component() {
  return <WeekPage bottom={<TimeOffRequests />} />;
}
