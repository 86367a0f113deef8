import { useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import type { Job } from '../../contract/shapes.ts';
import { updateAndCharge, updateJob } from '../../contract.ts';
import { AnotherCustomer, mayChangeCustomer } from '../parts/office/change/another-customer.tsx';
import {
  changedBooking,
  fieldsOf,
  isHomeOutdated,
  type JobForm,
  useChoices,
  valuesOf,
} from '../parts/office/change/booking-form.ts';
import { Consequences, type DifferenceChoice, usePreview } from '../parts/office/change/consequences.tsx';
import { mayChange } from '../parts/office/change/crew-plan.ts';
import { JOB_READS, JobFrame } from '../parts/office/job-frame.tsx';

/** /admin/jobs/:jobID/update */
export function Component() {
  return <JobFrame>{(job) => <Change key={job.id} job={job} />}</JobFrame>;
}

const NOT_CHOSEN: DifferenceChoice = { action: null, reason: '' };

function Change({ job }: { readonly job: Job }) {
  const choices = useChoices(job);
  const [choice, setChoice] = useState(NOT_CHOSEN);
  const form = useRecordForm<typeof updateJob, JobForm>({
    call: updateJob,
    params: { id: job.id },
    refresh: JOB_READS,
    stored: valuesOf(job),
    version: job.updatedAt,
    fields: fieldsOf(job, choices),
    onSaved: () => setChoice(NOT_CHOSEN),
  });
  const changes = changedBooking(job, form.values);
  const rebooks = Object.keys(changes).length > 0;
  const preview = usePreview(job, changes);
  const charge = useAct(updateAndCharge, { refresh: JOB_READS, onSuccess: () => setChoice(NOT_CHOSEN) });
  const { difference = 0 } = preview.data ?? {};
  const submit: typeof form.submit = async (event) => {
    if (choice.action !== 'charge') return form.submit(event, rebooks ? decisionOf(choice, difference) : {});
    event?.preventDefault();
    const sent = Object.fromEntries(
      Object.entries(form.values).filter(([name]) => form.isChanged(name as keyof JobForm)),
    );
    if (!charge.isPending) charge.mutate({ params: { id: job.id }, body: { ...sent, difference } });
  };
  return (
    <RecordForm
      form={{
        ...form,
        submit,
        sending: form.sending || charge.isPending,
        problem: form.problem ?? charge.error,
      }}
      save={choice.action === 'charge' ? 'Charge and save' : 'Save changes'}
    >
      <FormPanels
        form={form}
        left={[...(mayChange(job) ? [BOOKED_FIELDS] : []), NOTE_FIELDS]}
        right={[]}
        beside={
          <>
            {isHomeOutdated(job, choices.homes) && mayChange(job) && <CorrectedHome job={job} />}
            {mayChangeCustomer(job) && <AnotherCustomer job={job} />}
            {rebooks && <Consequences job={job} preview={preview} choice={choice} onChoose={setChoice} />}
          </>
        }
      />
    </RecordForm>
  );
}

const BOOKED_FIELDS = {
  title: 'Booking',
  note: "Change the time and crew on the job's page.",
  names: ['addressID', 'packageID', 'hours', 'numCleaners', 'cleanerType', 'requireCleaningSupplies'],
} as const;
const NOTE_FIELDS = { title: 'Notes', names: ['label', 'specialRequests', 'contactDetails'] } as const;

/** The parts of the request that depend on the price difference. */
function decisionOf({ action, reason }: DifferenceChoice, difference: number) {
  return {
    difference,
    ...(action === null || action === 'charge' ? {} : { differenceAction: action }),
    ...(action === 'waive' ? { reason } : {}),
  };
}

/** Shown if the stored home was corrected after this visit was booked. */
function CorrectedHome({ job }: { readonly job: Job }) {
  const act = useAct(updateJob, { refresh: JOB_READS });
  return (
    <Panel title="Corrected home">
      <p>The address of this home has changed since this visit was booked.</p>
      <SubmitProblem problem={act.error} />
      <Button
        kind="quiet"
        busy={act.isPending && 'Correcting'}
        onClick={() => act.mutate({ params: { id: job.id }, body: { addressID: job.addressID } })}
      >
        Use the new address
      </Button>
    </Panel>
  );
}
