import { listPackages } from '#features/catalogue/packages/contract.ts';
import { bookingAddress } from '#features/site/pages/rules/booking-address.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listPriceOf } from '#features/work/jobs/rules/quote.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { regularPrice, weeklyOffer } from '../../rules/weekly-offer.ts';
import { useCheckoutText } from '../parts/text.ts';
import styles from './success.module.css';

/**
 * After a one-time booking: what the same visit would cost every week, and then with hours bought ahead. Nothing if a
 * regular visit is not cheaper.
 */
export function LikeItWeekly({ job }: { readonly job: Job }) {
  const { t } = useCheckoutText();
  const { hours, money } = useFormat();
  const packages = useCall(listPackages, { query: { size: 200, count: '0' } });
  const isOneTime = job.jobType === 'one-time' && job.seriesID === null;
  if (job.price === undefined || !isOneTime || (job.creditsUsed ?? 0) > 0) return null;
  const { work, workHours } = listPriceOf(job.price);
  const sold = packages.data?.items ?? [];
  const regular = regularPrice(sold, { hours: workHours, price: work });
  if (regular === null) return null;
  const pack = weeklyOffer(sold, { hours: workHours, price: regular });
  const price = money(regular, { short: true });
  return (
    <section className={styles.weekly}>
      <div>
        <h2>{t('done.weekly')}</h2>
        <p>
          {t('done.weeklyText', { price, now: money(work, { short: true }) })}
          {pack !== null && (
            <>
              {' '}
              {t('done.weeklyPack', {
                pack: hours(pack.credits),
                price: money(pack.visit, { short: true }),
              })}
            </>
          )}
        </p>
        <TextLink roomy href={bookingAddress('regular')}>
          {t('done.bookWeekly')}
        </TextLink>
        {pack !== null && (
          <TextLink roomy href="/regular-purchase-credit-package">
            {t('done.seeCredits')}
          </TextLink>
        )}
      </div>
      <Illustration name="gift" />
    </section>
  );
}
