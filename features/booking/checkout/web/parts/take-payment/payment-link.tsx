import { useState } from 'react';
import { BOOKINGS } from '#features/work/jobs/web/parts/booking-addresses.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { JOB_READS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { sendPaymentLink } from '../../../contract.ts';
import type { ToPay } from './to-pay.ts';

/** Sends the customer a link to pay for the booking, or copies it for the office to send. */
export function PaymentLink({ job, visits, onDone }: ToPay) {
  const toast = useToast();
  const send = useAct(sendPaymentLink, { refresh: JOB_READS });
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}${BOOKINGS}/${(visits[0] ?? job).id}`;
  const press = () =>
    send.mutate(
      { params: { id: job.id }, body: {} },
      {
        onSuccess: () => {
          toast.show({ text: `The link is on its way to ${job.customer.fullname}, by SMS and e-mail.` });
          onDone();
        },
      },
    );
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };
  return (
    <div className={styles.form}>
      <TextField
        label="Link"
        readOnly
        value={address}
        hint="The customer signs in with an SMS code and pays there. A new card works too."
        onFocus={(event) => event.target.select()}
      />
      <SubmitProblem problem={send.error} />
      <Button full busy={send.isPending && 'Sending'} onClick={press}>
        Send by SMS and e-mail
      </Button>
      <Button full kind="quiet" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy the link'}
      </Button>
    </div>
  );
}
