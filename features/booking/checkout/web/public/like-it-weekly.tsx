import { listPackages } from '#features/catalogue/packages/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listPriceOf } from '#features/work/jobs/rules/quote.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { weeklyOffer } from '../../rules/weekly-offer.ts';
import { useCheckoutText } from '../parts/text.ts';
import styles from './success.module.css';

/**
 * After a one-off booking: what the same visit would cost with a credit package. Renders nothing if that
 * saves nothing.
 */
export function LikeItWeekly({ job }: { readonly job: Job }) {
  const { t } = useCheckoutText();
  const { hours, money } = useFormat();
  const packages = useCall(listPackages, { query: { size: 200, count: '0' } });
  if (job.price === undefined || job.seriesID !== null || (job.creditsUsed ?? 0) > 0) return null;
  const { work, workHours } = listPriceOf(job.price);
  const offer = weeklyOffer(packages.data?.items ?? [], { hours: workHours, price: work });
  if (offer === null) return null;
  const words = {
    pack: hours(offer.credits),
    price: money(offer.visit, { short: true }),
    now: money(work, { short: true }),
  };
  return (
    <section className={styles.weekly}>
      <div>
        <h2>{t('done.weekly')}</h2>
        <p>{t('done.weeklyText', words)}</p>
        <TextLink roomy href="/regular-purchase-credit-package">
          {t('done.seeCredits')}
        </TextLink>
      </div>
      <Illustration name="gift" />
    </section>
  );
}
