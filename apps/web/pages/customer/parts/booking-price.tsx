import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { isUnpaid } from '#features/work/jobs/rules/status.ts';
import { useCustomerText } from '#features/work/jobs/web/parts/customer-text.ts';
import { gstLineOf, priceLinesOf } from '#features/work/jobs/web/parts/price-lines.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/use-visit-labels.ts';
import { PricePanel } from '#platform/web/design/booking/price-panel.tsx';
import { useFormat } from '#platform/web/format.ts';

/** The itemised price: the quote that is frozen on the job. */
export function BookingPrice({ job }: { job: Job }) {
  const { t, language } = useJobsText();
  const { t: tCustomer } = useCustomerText();
  const { hours, money } = useFormat();
  const { whatOf } = useVisitLabels();
  const { price } = job;
  if (price === undefined) return null;
  const length = hours(job.hours);
  const unpaid = isUnpaid(job.status) ? t('price.toPay') : tCustomer('booking.price');
  const label = job.paid && job.status !== 'cancelled' ? t('price.paid') : unpaid;
  const crew = t('crew', { count: job.numCleaners });
  return (
    <section>
      <h2 className="k-hidden">{tCustomer('booking.price')}</h2>
      <PricePanel
        title={whatOf(job)}
        service={job.jobType}
        hours={job.hours}
        cleaners={job.numCleaners}
        tilesLabel={job.numCleaners === 1 ? length : t('crewHours', { crew, hours: length })}
        lines={priceLinesOf(price, { t, language, crewNote: crew })}
        total={{ label, amount: money(price.total) }}
        gst={gstLineOf(price, t)}
      />
    </section>
  );
}
