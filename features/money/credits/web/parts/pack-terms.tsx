import IconCalendarCheck from '@tabler/icons-react/dist/esm/icons/IconCalendarCheck.mjs';
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import IconReceiptRefund from '@tabler/icons-react/dist/esm/icons/IconReceiptRefund.mjs';
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs';
import { VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import { type Cents, roundToCents } from '#platform/kernel/money.ts';
import { FactList, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './credits.module.css';
import { useCreditsText } from './text.ts';
import type { Pack } from './use-packs.ts';
import { useWhatHoursPay } from './use-what-hours-pay.ts';

interface Props {
  /** Null until one is chosen. */
  readonly pack: Pack | null;
  /** The price in cents after a promo code. */
  readonly total?: Cents;
}

/** How long the hours last, and what is refunded. */
export function PackTerms({ pack, total = pack?.price ?? 0 }: Props) {
  const { t } = useCreditsText();
  const { money } = useFormat();
  const rate = pack === null ? null : roundToCents(total / pack.credits);
  const refund =
    rate === null || rate === 0
      ? t('terms.refundPlain')
      : t('terms.refund', { rate: money(rate, { short: true }) });
  const valid = t('terms.valid', { count: VALID_MONTHS });
  const uses = useWhatHoursPay();
  const facts = [
    ...(uses === '' ? [] : [{ key: 'uses', icon: IconClockHour4, name: t('terms.usesName'), text: uses }]),
    { key: 'valid', icon: IconCalendarCheck, name: t('terms.validName'), text: valid },
    { key: 'cancel', icon: IconRotate, name: t('terms.cancelName'), text: t('terms.cancel') },
    { key: 'refund', icon: IconReceiptRefund, name: t('terms.refundName'), text: refund },
    { key: 'gift', icon: IconGift, name: t('terms.giftName'), text: t('terms.gift') },
  ];
  return (
    <section className={`${styles.section} ${styles.lead}`}>
      <SectionTitle>{t('terms.title')}</SectionTitle>
      <FactList facts={facts} />
    </section>
  );
}
