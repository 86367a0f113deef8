import { DoneLine } from '#platform/web/design/booking/job-card.tsx';
import { Anchor, TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { Job } from '../../contract/shapes.ts';
import { BOOK_AT, bookingPath } from './booking-addresses.ts';
import styles from './customer.module.css';
import { useCustomerText } from './text.ts';
import { useVisitWords } from './use-visit-words.ts';

/** Visits that are over, a line each: the day leads to the booking, the end books the same service again. */
export function PastLines({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useCustomerText();
  const { date, money } = useFormat();
  const { whatOf } = useVisitWords();
  return (
    <ul className={styles.lines}>
      {jobs.map((job) => (
        <li key={job.id}>
          <DoneLine
            service={job.jobType}
            title={
              <Anchor href={bookingPath(job.id)} className={styles.day}>
                {date(job.startTime)}
              </Anchor>
            }
            note={t('line', { what: whatOf(job), amount: money(job.amountToPay ?? 0) })}
            action={
              <TextLink
                roomy
                href={BOOK_AT[job.jobType]}
                aria-label={t('againLike', { when: date(job.startTime) })}
              >
                {t('again')}
              </TextLink>
            }
          />
        </li>
      ))}
    </ul>
  );
}
