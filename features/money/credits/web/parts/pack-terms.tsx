import IconCalendarCheck from '@tabler/icons-react/dist/esm/icons/IconCalendarCheck.mjs';
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import IconReceiptRefund from '@tabler/icons-react/dist/esm/icons/IconReceiptRefund.mjs';
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs';
import { VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { servicesByHours } from '#features/catalogue/packages/rules/takes-hours.ts';
import { type Cents, roundToCents } from '#platform/kernel/money.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { FactList, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './credits.module.css';
import { useCreditsText } from './text.ts';
import type { Pack } from './use-packs.ts';

// Spelled out so that the public bundle does not include the contract's schemas.
const listPackages = lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>({
  method: 'GET',
  path: '/packages',
});
const VISITS_ON_SALE = { kind: 'visit', size: 200, count: '0' } as const;

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

/** Which cleans hours pay for, in one or two sentences; empty until the packages are loaded. */
function useWhatHoursPay(): string {
  const { t, language } = useCreditsText();
  const packages = useCall(listPackages, { query: VISITS_ON_SALE });
  if (packages.data === undefined) return '';
  const { yes, no, 'with-difference': difference } = servicesByHours(packages.data.items);
  const list = new Intl.ListFormat(language === 'zh' ? 'zh-Hans-SG' : 'en-SG');
  const namesOf = (services: readonly JobType[]) =>
    list.format(services.map((service) => t(`uses.service.${service}`)));
  if (difference.length === 0 && no.length === 0) return t('uses.any');
  return [
    yes.length > 0 && t('uses.yes', { services: namesOf(yes) }),
    difference.length > 0 && t('uses.difference', { services: namesOf(difference) }),
    no.length > 0 && t('uses.no', { services: namesOf(no) }),
  ]
    .filter((sentence) => sentence !== false)
    .join(language === 'zh' ? '' : ' ');
}
