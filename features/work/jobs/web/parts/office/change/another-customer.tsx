import { useState } from 'react';
import { CustomerField } from '#features/money/payments/web/parts/customer-field.tsx';
import { listAddresses } from '#features/people/customers/contract.ts';
import { placeOf } from '#features/people/customers/web/parts/home-words.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../../../contract/shapes.ts';
import { updateJob } from '../../../../contract.ts';
import styles from '../../change.module.css';
import { JOB_READS } from '../job-frame.tsx';

/** Only a single unpaid visit without hours of credit, which may have been booked for the wrong customer. */
export function mayChangeCustomer({ status, seriesID, creditsUsed = 0 }: Job): boolean {
  return status === 'pending' && seriesID === null && creditsUsed === 0;
}

/** Moves an unpaid visit to another customer and one of their homes. */
export function AnotherCustomer({ job }: { readonly job: Job }) {
  const [isOpen, setOpen] = useState(false);
  const [customerID, setCustomer] = useState('');
  return (
    <Panel title="Customer" note={job.customer.fullname}>
      {isOpen ? (
        <div className={styles.form}>
          <CustomerField value={customerID} onChoose={setCustomer} />
          {customerID !== '' && <ChooseHome key={customerID} job={job} customerID={customerID} />}
        </div>
      ) : (
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          Book it for another customer
        </Button>
      )}
    </Panel>
  );
}

interface ChooseHomeProps {
  readonly job: Job;
  readonly customerID: string;
}

function ChooseHome({ job, customerID }: ChooseHomeProps) {
  const toast = useToast();
  const homes = useCall(listAddresses, { query: { customerID, size: 100 } });
  const [chosen, choose] = useState('');
  const act = useAct(updateJob, {
    refresh: JOB_READS,
    onSuccess: ({ customer }) => toast.show({ text: `The visit is now booked for ${customer.fullname}.` }),
  });
  if (homes.data === undefined) return <Skeleton words="Looking up the homes" lines={2} bare />;
  const [first] = homes.data.items;
  if (first === undefined) {
    return (
      <p>
        This customer has no home yet.{' '}
        <TextLink href={`/admin/customers/${customerID}/address/add`}>Add a home</TextLink>
      </p>
    );
  }
  const addressID = chosen || first.id;
  return (
    <>
      <SelectField
        label="Home"
        options={homes.data.items.map((home) => ({ value: home.id, label: placeOf(home) }))}
        value={addressID}
        onChange={(event) => choose(event.target.value)}
      />
      <SubmitProblem problem={act.error} />
      <Button
        kind="quiet"
        busy={act.isPending && 'Changing'}
        onClick={() => act.mutate({ params: { id: job.id }, body: { customerID, addressID } })}
      >
        Book it for this customer
      </Button>
    </>
  );
}
