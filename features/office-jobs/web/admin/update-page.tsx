import type { Job } from '#features/jobs/contract/shapes.ts';
import { updateJob } from '#features/jobs/contract.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import { useRecordForm } from '#platform/web/office/use-record-form.ts';
import { JOB_READS, JobFrame } from '../parts/job-frame.tsx';

const FIELDS = {
  label: { label: 'Label', span: 6, hint: 'For the office only: helps you find this job.' },
  specialRequests: {
    label: 'Special requests',
    kind: 'paragraph',
    span: 6,
    hint: 'The crew reads this.',
  },
  contactDetails: {
    label: 'At the door',
    kind: 'paragraph',
    span: 6,
    hint: 'Who to ask for, where the keys are.',
  },
} as const;

/** /admin/jobs/:jobID/update */
export function Component() {
  return <JobFrame>{(job) => <Change key={job.id} job={job} />}</JobFrame>;
}

function Change({ job }: { readonly job: Job }) {
  const { label, specialRequests, contactDetails } = job;
  const form = useRecordForm({
    call: updateJob,
    params: { id: job.id },
    refresh: JOB_READS,
    stored: { label, specialRequests, contactDetails },
    fields: FIELDS,
  });
  return (
    <RecordForm form={form} save="Save the notes">
      <FormPanels
        form={form}
        left={[
          {
            title: 'Notes',
            note: "Time and crew are changed on the job's page.",
            names: ['label', 'specialRequests', 'contactDetails'],
          },
        ]}
      />
    </RecordForm>
  );
}
