import type { Cancellation, Job } from '#features/work/jobs/contract/shapes.ts';
import { previewCancellation } from '#features/work/jobs/contract.ts';
import { useCustomerText } from '#features/work/jobs/web/parts/customer-text.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useBackText } from './cancellation-sums.tsx';

const NOTHING = { refund: 0, creditsReturned: 0 };

/** A cancelled visit: since when, and what was refunded. */
export function CancelledNotice({ job }: { readonly job: Job }) {
  const { t } = useCustomerText();
  const { date } = useFormat();
  const done = useCall(previewCancellation, { params: { id: job.id } });
  const back = useBackText(done.data ?? NOTHING);
  const when = t('booking.cancelledOn', { day: date(job.cancelledAt ?? job.updatedAt) });
  const cameBack = back === null ? '' : t(sentenceOf(done.data), { back });
  return (
    <Notice live>
      {[when, done.data?.refundPending ? t('cancel.bankDecides') : cameBack].filter(Boolean).join(' ')}
    </Notice>
  );
}

function sentenceOf({ refund, refundByHand }: Pick<Cancellation, 'refund' | 'refundByHand'> = NOTHING) {
  if (refund === 0) return 'cancel.cameBack';
  return refundByHand ? 'cancel.onItsWayByHand' : 'cancel.onItsWay';
}
