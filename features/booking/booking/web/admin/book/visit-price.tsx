import { useQuery } from '@tanstack/react-query';
import { gstLineOf, priceLinesOf } from '#features/work/jobs/web/parts/price-lines.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { callApi } from '#platform/web/api/api.ts';
import type { CallInput, CallReply } from '#platform/web/api/callable.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { quoteJob } from '../../../contract.ts';
import { crewsOf, otherCrewLabel, type SeriesVisit } from './series-crews.ts';
import styles from './visit-price.module.css';

type QuoteBody = CallInput<typeof quoteJob>['body'];

/** Price, crew and conflicts of a booking as of now. */
export function useQuote(body: QuoteBody) {
  return useQuery({ queryKey: [quoteJob.path, body], queryFn: () => callApi(quoteJob, { body }) });
}

/** The price and the crew of the visits, without holding anything. */
export function VisitPrice({ body }: { readonly body: QuoteBody }) {
  const { t } = useJobsText();
  const { money } = useFormat();
  const quote = useQuote(body);
  if (quote.isError) return <Notice kind="bad">{quote.error.message}</Notice>;
  if (quote.data === undefined) return <Skeleton words="Working out the price" lines={3} bare />;
  const { price, cleaners, visits, total, dates } = quote.data;
  return (
    <>
      <MoneyLines
        lines={priceLinesOf(price, { t, language: 'en' })}
        total={{ label: totalLabel(quote.data), amount: money(price.total) }}
        gst={gstLineOf(price, t)}
      />
      {visits > 1 && (
        <p>
          <b>{`${visits} visits, ${money(total)} in total.`}</b>
        </p>
      )}
      {cleaners.length > 0 && <p>{cleaners.map((person) => person.firstname).join(' and ')} would come.</p>}
      {dates.length > 1 && <SeriesDates visits={crewsOf(quote.data)} />}
    </>
  );
}

/** A promo code reduces the first visit only. */
function totalLabel({ visits, price, total }: CallReply<typeof quoteJob>): string {
  if (visits < 2) return 'Total';
  return total === price.total * visits ? 'Each visit' : 'First visit';
}

/** The dates of a series that would be held, each with its crew. */
function SeriesDates({ visits }: { readonly visits: readonly SeriesVisit[] }) {
  const { date, time, money } = useFormat();
  const other = otherCrewLabel(visits);
  return (
    <>
      {other && <Notice kind="sun">{other}</Notice>}
      <ol className={styles.dates} aria-label="Dates">
        {visits.map(({ startTime, crew, isOther, price }) => (
          <li key={startTime} data-other={isOther || undefined}>
            <span>
              {date(startTime)}, {time(startTime)}
            </span>
            <span>{isOther ? <b>{crew}</b> : crew}</span>
            <span>{money(price)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
