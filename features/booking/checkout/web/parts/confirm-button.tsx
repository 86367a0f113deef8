import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { chargeAndConfirm } from '../../contract.ts';

/** Confirms a paid visit, or all paid visits of its series. */
export function ConfirmButton({ job }: { readonly job: Job }) {
  const toast = useToast();
  const isSeries = job.seriesID !== null;
  const act = useAct(chargeAndConfirm, {
    refresh: JOB_READS,
    onSuccess: () =>
      toast.show({ text: isSeries ? t('The series is confirmed.') : t('The visit is confirmed.') }),
  });
  return (
    <>
      <SubmitProblem problem={act.error} />
      <Button
        kind="quiet"
        size="small"
        busy={act.isPending && t('Confirming')}
        onClick={() => act.mutate({ body: { jobID: job.id, amountToPay: 0 } })}
      >
        {isSeries ? t('Confirm series') : t('Confirm')}
      </Button>
    </>
  );
}
