import type { ReactNode } from 'react';
import type { Quote } from '#features/work/jobs/contract/shapes.ts';
import { gstLineOf, priceLinesOf } from '#features/work/jobs/web/parts/price-lines.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { PricePanel } from '#platform/web/design/booking/price-panel.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { sumQuotes } from '../../../rules/sum-quotes.ts';
import { priceBefore } from './draft.ts';
import type { Service } from './services.ts';
import { stepPath } from './steps.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

interface Priced {
  readonly service: Service;
  /** More than one for a series; the price is for all of them. */
  readonly visits: number;
  readonly hours: number;
  readonly numCleaners: number;
  readonly price: Quote;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly place: string;
  /** The crew, once known. */
  readonly names: string;
  /** The previously agreed price, if it was different. */
  readonly before: number | null;
}

/** The current price of the booking. */
export function BookingPrice({ flow }: { flow: Flow }) {
  const { service, draft, quote, sizing } = flow;
  if (quote.data === undefined) return null;
  const { visits, price } = quote.data;
  return (
    <PriceSummary
      priced={{
        service,
        visits,
        hours: sizing.hours ?? quote.data.hours,
        numCleaners: quote.data.numCleaners,
        price: sumQuotes(Array.from({ length: visits }, () => price)) ?? price,
        startTime: draft.startTime,
        endTime: draft.endTime,
        place: draft.addressLine1,
        names: '',
        before: quote.isPlaceholderData ? null : priceBefore(draft, quote.data.total, visits),
      }}
      working={quote.isPlaceholderData}
      change={flow.step !== 'home'}
    />
  );
}

/** An itemised price with its tiles, time and address. */
export function PriceSummary({
  priced,
  working = false,
  change = false,
}: {
  priced: Priced;
  working?: boolean;
  change?: boolean;
}) {
  const { t } = useBookingText();
  const { t: jobsText, language } = useJobsText();
  const { money, hours, date, timeRange } = useFormat();
  const { price, numCleaners, startTime, endTime, visits, service } = priced;
  const crew = jobsText('crew', { count: numCleaners });
  const length = hours(priced.hours);
  const who = priced.names === '' ? crew : t('crewNames', { crew, names: priced.names });
  const details: ReactNode[] = [];
  if (startTime !== null && endTime !== null) {
    const first = t('at', { day: date(startTime), time: timeRange(startTime, endTime) });
    details.push(visits === 1 ? first : t('visitsFrom', { count: visits, first }));
  }
  if (priced.place !== '') details.push(priced.place);
  const changed =
    priced.before === null
      ? {}
      : {
          changed: jobsText('price.changed', { before: money(priced.before), now: money(price.total) }),
        };
  return (
    <PricePanel
      title={jobsText('what', { service: jobsText(`service.${service.type}`), hours: length })}
      service={service.type}
      hours={priced.hours}
      cleaners={numCleaners}
      tilesLabel={numCleaners === 1 ? length : jobsText('crewHours', { crew, hours: length })}
      details={details}
      lines={priceLinesOf(price, {
        t: jobsText,
        language,
        crewNote: visits === 1 ? who : t('visitsBy', { count: visits, who }),
      })}
      total={{ label: jobsText('price.toPay'), amount: money(price.total) }}
      gst={gstLineOf(price, jobsText)}
      {...changed}
      {...(working ? { loading: jobsText('price.loading') } : {})}
      {...(change ? { change: <TextLink href={stepPath(service, 'home')}>{t('change')}</TextLink> } : {})}
    />
  );
}
