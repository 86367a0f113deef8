import type { Job } from '#features/work/jobs/contract/shapes.ts';
import styles from '#features/work/jobs/web/parts/customer.module.css';
import { useCustomerText } from '#features/work/jobs/web/parts/customer-text.ts';
import { comingVisits } from '#features/work/jobs/web/parts/visit-state.ts';
import { useSeries } from '#features/work/series/web/parts/use-following.ts';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ComingLines } from './visit-lines.tsx';

/** Further visits are in the list of bookings. */
const SHOWN = 6;

/** The other upcoming visits of the series. */
export function SeriesVisits({ job, now }: { readonly job: Job; readonly now: Date }) {
  const { t } = useCustomerText();
  const series = useSeries(job);
  const others = comingVisits(series.data?.items ?? [], now).filter((visit) => visit.id !== job.id);
  if (job.seriesID === null || others.length === 0) return null;
  return (
    <section className={styles.section}>
      <SectionTitle>{t('booking.others')}</SectionTitle>
      <ComingLines jobs={others.slice(0, SHOWN)} />
    </section>
  );
}
