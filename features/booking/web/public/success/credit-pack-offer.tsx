import type { Job } from '#features/jobs/contract/shapes.ts';
import { listPackages } from '#features/packages/contract.ts';
import { creditPacks } from '#features/site/rules/home-offer.ts';
import { roundToCents } from '#platform/kernel/money.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Spot } from '#platform/web/design/parts/brand.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useBookingText } from '../one-time-booking/text.ts';
import styles from './success.module.css';

/** What the same hours would cost from a pack, where that is less; nothing otherwise. */
export function CreditPackOffer({ job }: { job: Job }) {
  const { t } = useBookingText();
  const { money, hours } = useFormat();
  const packages = useCall(listPackages, { query: { size: 200, count: '0' } });
  const worked = job.price?.lines.find((line) => line.code === 'labour' || line.code === 'package')?.amount;
  const packs = creditPacks(packages.data?.items ?? []);
  // Not the smallest, which saves least, nor the largest, which is a year's worth: the one between.
  const pack = packs[Math.floor(packs.length / 2)];
  if (pack === undefined || worked === undefined) return null;
  const less = roundToCents(pack.pricePerHour * job.hours * job.numCleaners);
  if (less >= worked) return null;
  return (
    <section className={styles.weekly}>
      <div>
        <h2>{t('done.weekly')}</h2>
        <p>
          {t('done.weeklyText', {
            pack: hours(pack.credits),
            less: money(less, { short: true }),
            now: money(worked, { short: true }),
          })}
        </p>
        <TextLink roomy href="/regular-purchase-credit-package">
          {t('done.credits')}
        </TextLink>
      </div>
      <Spot name="gift" />
    </section>
  );
}
