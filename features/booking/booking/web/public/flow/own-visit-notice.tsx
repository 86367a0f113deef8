import { ownVisitsAt, type VisitTime } from '#features/work/jobs/rules/own-visits.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** Warns that the customer already has a visit to this home at that time. Booking another one is allowed. */
export function OwnVisitNotice({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const { date, time } = useFormat();
  const visits = ownVisitsAt(flow.ownVisits ?? [], timesOf(flow));
  const [first] = visits;
  if (first === undefined) return null;
  const names = first.cleaners.map(({ firstname }) => firstname).join(t('dates.and'));
  const when = t('at', { day: date(first.startTime), time: time(first.startTime) });
  return (
    <div className={styles.inset}>
      <Notice kind="sun" live>
        {names === '' ? t('ownVisit.at', { when }) : t('ownVisit.with', { when, names })}{' '}
        {visits.length > 1 && <span>{t('ownVisit.more', { count: visits.length - 1 })}</span>}
      </Notice>
    </div>
  );
}

/** The times of the booking: all dates of a series, once known. */
export function timesOf({ service, draft, quote }: Flow): readonly VisitTime[] {
  const { startTime, endTime } = draft;
  if (startTime === null || endTime === null) return [];
  const dates = service.recurs ? (quote.data?.dates ?? []) : [];
  return dates.length > 0 ? dates : [{ startTime, endTime }];
}
