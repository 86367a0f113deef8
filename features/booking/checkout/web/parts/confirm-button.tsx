import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { chargeAndConfirm } from '../../contract.ts';

/** Confirms a paid visit, or all paid visits of its series. */
export function ConfirmButton({ job }: { readonly job: Job }) {
  const toast = useToast();
  const isSeries = job.seriesID !== null;
  const act = useAct(chargeAndConfirm, {
    refresh: JOB_READS,
    onSuccess: () => toast.show({ text: isSeries ? 'The series is confirmed.' : 'The visit is confirmed.' }),
  });
  return (
    <>
      <SubmitProblem problem={act.error} />
      <Button
        kind="quiet"
        size="small"
        busy={act.isPending && 'Confirming'}
        onClick={() => act.mutate({ body: { jobID: job.id, amountToPay: 0 } })}
      >
        {isSeries ? 'Confirm series' : 'Confirm'}
      </Button>
    </>
  );
}
