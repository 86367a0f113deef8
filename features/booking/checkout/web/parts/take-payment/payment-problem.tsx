import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { cancelJobPayment } from '../../../contract.ts';

interface PaymentProblemProps {
  readonly problem: Error | null;
  readonly job: Job;
}

/** Why a payment failed. An open payment by the customer blocks every other one until it is cancelled. */
export function PaymentProblem({ problem, job }: PaymentProblemProps) {
  if (problem === null) return null;
  if (codeOf(problem) === 'payment_in_progress') return <OpenPayment job={job} />;
  return (
    <Notice kind="bad" live>
      {sentenceOf(problem, job)}
    </Notice>
  );
}

function codeOf(problem: Error): string | null {
  return problem instanceof ApiError ? problem.code : null;
}

/** Some refusals are worded for customers. */
function sentenceOf(problem: Error, { customer }: Job): string {
  if (codeOf(problem) !== 'no_stored_card') return problem.message;
  return t(
    '{{fullname}} has no saved card. Choose another way, or send a payment link so that they can enter one.',
    { fullname: customer.fullname },
  );
}

function OpenPayment({ job }: { readonly job: Job }) {
  const cancel = useAct(cancelJobPayment, { refresh: JOB_READS });
  if (cancel.data !== undefined) {
    return (
      <Notice kind="good" live>
        {cancel.data.paid
          ? t('The customer’s payment has arrived. Nothing is left to pay.')
          : t('The open payment is cancelled. You can take payment now.')}
      </Notice>
    );
  }
  const name = job.customer.fullname;
  return (
    <>
      <Notice kind="bad" live>
        {cancel.error === null
          ? t(
              '{{name}} has started to pay, and the bank has not decided yet. Cancel that payment to take it another way.',
              { name },
            )
          : t(
              'The bank is still working on this payment, and it cannot be cancelled. Try again in a few minutes.',
            )}
      </Notice>
      <Button
        kind="quiet"
        full
        busy={cancel.isPending && t('Cancelling')}
        onClick={() => cancel.mutate({ params: { id: job.id } })}
      >
        {t('Cancel the open payment')}
      </Button>
    </>
  );
}
