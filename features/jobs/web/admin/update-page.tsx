import { useAct } from '#platform/web/api/queries.ts';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { checkWith } from '#platform/web/forms/form-state.ts';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { Cell, FieldGrid, RecordForm, useRecordForm } from '#platform/web/office/record-form.tsx';
import type { Job } from '../../contract/shapes.ts';
import { updateJob } from '../../contract.ts';
import { JOB_READS, JobFrame } from '../parts/job-frame.tsx';

const LABELS = { label: 'Label', specialRequests: 'Special requests', contactDetails: 'At the door' };
type Notes = Readonly<Record<keyof typeof LABELS, string>>;

/** /admin/jobs/:jobID/update */
export function Component() {
  return <JobFrame>{(job) => <Change key={job.id} job={job} />}</JobFrame>;
}

function Change({ job }: { readonly job: Job }) {
  const update = useAct(updateJob, { refresh: JOB_READS });
  const form = useRecordForm<Notes>({
    initial: { label: job.label, specialRequests: job.specialRequests, contactDetails: job.contactDetails },
    labels: LABELS,
    check: checkWith(updateJob.body),
    send: (body) => update.mutateAsync({ params: { id: job.id }, body }),
  });
  const { field } = form;
  return (
    <RecordForm form={form} save="Save the notes">
      <Panels
        left={
          <Panel title="Notes" note="Time and crew are changed on the job's page.">
            <FieldGrid>
              <Cell span={6}>
                <TextField {...field('label')} hint="For the office only: helps you find this job." />
              </Cell>
              <Cell span={6}>
                <TextArea {...field('specialRequests')} hint="The crew reads this." />
              </Cell>
              <Cell span={6}>
                <TextArea {...field('contactDetails')} hint="Whom to ask for, where the keys are." />
              </Cell>
            </FieldGrid>
          </Panel>
        }
      />
    </RecordForm>
  );
}
