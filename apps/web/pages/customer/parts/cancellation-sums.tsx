import type { Cancellation } from '#features/work/jobs/contract/shapes.ts';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { MoneyLines, type PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';

/** Of one visit, or of several together. */
type Sums = Omit<Cancellation, 'policy'>;

/** What was paid, kept and refunded: by card and in hours. */
export function CancellationSums({ terms }: { readonly terms: Sums }) {
  const { t } = useText(customerTexts);
  const lines = useLines(terms);
  const back = useBackText(terms);
  if (lines.length === 0) return <p>{t('cancel.nothingPaid')}</p>;
  const label = terms.refund > 0 && terms.creditsReturned > 0 ? t('cancel.backBoth') : onlyBack();
  return (
    <>
      <MoneyLines lines={lines} total={{ label, amount: back ?? t('cancel.nothing') }} />
      {terms.refund > 0 && <p className="k-muted k-small">{t(howItComesBack(terms))}</p>}
    </>
  );

  function onlyBack(): string {
    if (terms.creditsReturned > 0) return t('cancel.backHours');
    return t(terms.refundByHand ? 'cancel.backByHand' : 'cancel.backCard');
  }
}

function useLines({ fee, feeCharged, refund, creditsReturned, creditsForfeited }: Sums): PriceLine[] {
  const { t } = useText(customerTexts);
  const { money, hours } = useFormat();
  const used = creditsReturned + creditsForfeited;
  const lines: PriceLine[] = [];
  if (feeCharged) lines.push({ key: 'charged', label: t('cancel.weCharge'), amount: money(fee) });
  else if (fee + refund > 0)
    lines.push({ key: 'paid', label: t('cancel.paid'), amount: money(fee + refund) });
  if (fee > 0 && !feeCharged) lines.push({ key: 'fee', label: t('cancel.weKeep'), amount: `−${money(fee)}` });
  if (used > 0) lines.push({ key: 'used', label: t('cancel.used'), amount: hours(used) });
  if (creditsForfeited > 0) {
    lines.push({ key: 'forfeited', label: t('cancel.weKeep'), amount: `−${hours(creditsForfeited)}` });
  }
  return lines;
}

/** `S$61.50`, `1.5 hours`, `S$15.00 and 3 hours`: what is refunded; null if nothing. */
export function useBackText({
  refund,
  creditsReturned,
}: Pick<Cancellation, 'refund' | 'creditsReturned'>): string | null {
  const { t } = useText(customerTexts);
  const { money, hours } = useFormat();
  if (refund > 0 && creditsReturned > 0) {
    return t('cancel.both', { money: money(refund), hours: hours(creditsReturned) });
  }
  if (creditsReturned > 0) return hours(creditsReturned);
  return refund > 0 ? money(refund) : null;
}

function howItComesBack({
  refundPending,
  refundByHand,
}: Pick<Cancellation, 'refundPending' | 'refundByHand'>) {
  if (refundPending) return 'cancel.bankDecides';
  return refundByHand ? 'cancel.byHand' : 'cancel.banks';
}
