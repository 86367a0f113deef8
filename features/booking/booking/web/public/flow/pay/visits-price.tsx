import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { sumQuotes } from '../../../../rules/sum-quotes.ts';
import styles from '../booking.module.css';
import { PriceSummary } from '../booking-price.tsx';
import { useCrewSentence } from '../dates/crew-sentence.ts';
import { crewOfSeries } from '../dates/series-rows.ts';
import { listPriceBefore } from '../draft.ts';
import { useBookingText } from '../text.ts';
import type { Flow } from '../use-flow.ts';

/** The frozen price of the held booking; for a series, of all its visits. */
export function VisitsPrice({ flow, visits }: { flow: Flow; visits: readonly Job[] | null }) {
  if (visits === null) return <WaitForPrice />;
  const [first] = visits;
  const price = sumQuotes(visits.flatMap((visit) => visit.price ?? []));
  if (first === undefined || price === null) return null;
  const isOneCrew = crewOfSeries(visits).others.length === 0;
  return (
    <PriceSummary
      change
      priced={{
        service: flow.service,
        visits: visits.length,
        hours: first.hours,
        numCleaners: first.numCleaners,
        price,
        startTime: first.startTime,
        endTime: first.endTime,
        place: [first.job_address_addressLine1, first.job_address_addressLine2].filter(Boolean).join(', '),
        names: isOneCrew ? first.cleaners.map((cleaner) => cleaner.firstname).join(', ') : '',
        before: listPriceBefore(flow.draft, price, visits.length),
      }}
    />
  );
}

function WaitForPrice() {
  const { t } = useJobsText();
  return <Skeleton words={t('price.loading')} lines={5} />;
}

/** The held dates and their crew. */
export function VisitDates({ visits }: { visits: readonly Job[] }) {
  const { t } = useBookingText();
  const { date } = useFormat();
  const crewSentence = useCrewSentence();
  return (
    <div className={styles.inset}>
      <p>{crewSentence(visits)}</p>
      <details>
        <summary>{t('dates.all', { count: visits.length })}</summary>
        <p className="k-muted">{visits.map(({ startTime }) => date(startTime)).join(t('dates.comma'))}</p>
      </details>
    </div>
  );
}
