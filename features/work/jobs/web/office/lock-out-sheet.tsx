import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import type { Job } from '../../contract/shapes.ts';
import { cancelJob, previewCancellation } from '../../contract.ts';
import { JOB_READS } from './job-frame.tsx';
import styles from './job-sheets.module.css';

interface LockOutSheetProps {
  readonly job: Job;
  onClose(): void;
}

/** Nobody let the crew in: the visit is cancelled on the customer's terms, with the fee of a late cancellation. */
export function LockOutSheet({ job, onClose }: LockOutSheetProps) {
  const { money, hours } = useFormat();
  const toast = useToast();
  const params = { id: job.id };
  const preview = useCall(previewCancellation, { params, query: { onBehalfOf: 'customer' } });
  const act = useAct(cancelJob, { refresh: [...JOB_READS, previewCancellation] });
  const cancel = async (fee: number) => {
    await act.mutateAsync({ params, body: { isLockOut: true, fee } });
    toast.show({ text: t('The visit is cancelled.') });
    onClose();
  };
  return (
    <Sheet open onClose={onClose} title={t('Nobody let us in')} closeLabel={t('Close')}>
      <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
        <Loaded query={preview} what={t('the terms')}>
          {({ fee, feeCharged, refund, creditsReturned, creditsForfeited }) => (
            <>
              <p>
                {t('This cancels the visit on the terms that {{fullname}} agreed to.', {
                  fullname: job.customer.fullname,
                })}{' '}
                {feeCharged &&
                  t('The lock-out fee of {{money}} is charged to the saved card.', { money: money(fee) })}
                {!feeCharged &&
                  fee + refund > 0 &&
                  t('We keep {{fee}} as the lock-out fee and refund {{refund}}.', {
                    fee: money(fee),
                    refund: money(refund),
                  })}
                {fee + refund === 0 &&
                  creditsReturned + creditsForfeited > 0 &&
                  t('We keep {{kept}} and give {{back}} back.', {
                    kept: hours(creditsForfeited),
                    back: hours(creditsReturned),
                  })}
                {fee + refund + creditsReturned + creditsForfeited === 0 &&
                  t('Nothing was paid and no fee was agreed. You can charge one afterwards.')}
              </p>
              {act.error && (
                <Notice kind="bad" live>
                  {act.error.message}
                </Notice>
              )}
              <Button
                full
                busy={act.isPending && t('Cancelling')}
                onClick={() => void cancel(fee).catch(() => undefined)}
              >
                {fee > 0 ? t('Cancel, keep {{money}}', { money: money(fee) }) : t('Cancel the visit')}
              </Button>
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  );
}
