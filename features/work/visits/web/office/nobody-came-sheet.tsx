import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { previewCancellation } from '#features/work/jobs/contract.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { refundNobodyCame } from '../../contract.ts';

interface NobodyCameSheetProps {
  readonly job: Job;
  onClose(): void;
}

/** For the office: nobody came to a visit. The customer gets everything back, or a new date. */
export function NobodyCameSheet({ job, onClose }: NobodyCameSheetProps) {
  const { money, hours } = useFormat();
  const toast = useToast();
  const params = { id: job.id };
  const preview = useCall(previewCancellation, { params, query: { onBehalfOf: 'company' } });
  const refund = useAct(refundNobodyCame, { refresh: [...JOB_READS, previewCancellation] });
  const give = async (back: string) => {
    await refund.mutateAsync({ params, body: {} });
    toast.show({
      text:
        back === ''
          ? t('The visit is cancelled.')
          : t('{{fullname}} gets {{back}} back.', { fullname: job.customer.fullname, back }),
    });
    onClose();
  };
  return (
    <Sheet open onClose={onClose} title={t('Nobody came')} closeLabel={t('Close')}>
      <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
        <p>
          {t(
            '{{fullname}} is owed the visit or the money. A refund cancels the visit for the company and tells the customer; a new date keeps the payment.',
            { fullname: job.customer.fullname },
          )}
        </p>
        {refund.error && (
          <Notice kind="bad" live>
            {refund.error.message}
          </Notice>
        )}
        <ButtonLink full href={`/admin/jobs/${job.id}/view?ask=move`}>
          {t('Set a new date')}
        </ButtonLink>
        <Loaded query={preview} what={t('what was paid')}>
          {({ refund: cents, creditsReturned }) => {
            const back = [
              ...(cents > 0 ? [money(cents)] : []),
              ...(creditsReturned > 0 ? [hours(creditsReturned)] : []),
            ].join(t(' and '));
            return (
              <Button
                full
                kind="quiet"
                busy={refund.isPending && t('Refunding')}
                onClick={() => void give(back).catch(() => undefined)}
              >
                {back === '' ? t('Cancel without a refund') : t('Refund {{back}}', { back })}
              </Button>
            );
          }}
        </Loaded>
      </div>
    </Sheet>
  );
}
