import { useState } from 'react';
import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import type { ReplyOf } from '#platform/contract/call.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { createBlocks, type SentBlock } from '../../contract/blocks.ts';
import { coverAddress } from '../parts/cover-address.ts';
import { CoverThem } from '../parts/cover-them.tsx';
import { CleanersField } from './cleaners-field.tsx';
import { PeriodFields } from './period-fields.tsx';
import { BLOCK_READS } from './schedule-reads.ts';
import { type BlockValues, blockForm, EMPTY_PERIOD, timesOf } from './time-off-values.ts';
import type { Someone } from './use-set-time-off.ts';

type Conflicts = ReplyOf<typeof createBlocks>['conflicts'];

const EMPTY: BlockValues = { ...EMPTY_PERIOD, cleanerType: 'all', cleanerIds: [], jobType: '' };
const WHOM = [
  { value: 'all', label: 'Everyone' },
  { value: 'selected', label: 'Some cleaners' },
] as const;

/** Blocks a time for visits, and shows those that are already booked in it. */
export function BlockForm({ cleaners }: { readonly cleaners: readonly Someone[] }) {
  const create = useAct(createBlocks, { refresh: BLOCK_READS });
  const toast = useToast();
  const [conflicts, setConflicts] = useState<Conflicts>([]);
  const form = useForm<BlockValues>({
    initial: EMPTY,
    draft: 'block',
    schema: blockForm,
    send: async (values) => {
      const made = await create.mutateAsync({ body: { unavailable_dates: [sentBlock(values)] } });
      setConflicts(made.conflicts);
      form.set(EMPTY);
      toast.show({ text: 'That time is now blocked.' });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className={styles.timeOffForm}>
      <Segments
        label="For"
        value={form.values.cleanerType}
        onChange={(cleanerType) => form.set({ cleanerType })}
        options={WHOM}
      />
      {form.values.cleanerType === 'selected' && (
        <CleanersField
          cleaners={cleaners}
          chosen={form.values.cleanerIds}
          error={form.errors.cleanerIds}
          onChange={(cleanerIds) => form.set({ cleanerIds })}
        />
      )}
      <SelectField
        label="Kind of visit"
        options={[{ value: '', label: 'All visits' }, ...JOB_TYPE_OPTIONS]}
        {...form.text('jobType')}
      />
      <PeriodFields form={form} />
      <SubmitProblem problem={form.problem} />
      <BookedInIt conflicts={conflicts} cleaners={cleaners} />
      <Button type="submit" busy={form.sending && 'Blocking'}>
        Block this time
      </Button>
    </form>
  );
}

function sentBlock(values: BlockValues): SentBlock {
  const { description, cleanerType, cleanerIds, jobType } = values;
  const cleanerIDs = cleanerType === 'all' ? [] : [...cleanerIds];
  return {
    ...timesOf(values),
    description,
    cleanerType,
    cleanerIDs,
    jobType: jobType as SentBlock['jobType'],
  };
}

interface BookedProps {
  readonly conflicts: Conflicts;
  readonly cleaners: readonly Someone[];
}

/** Visits that were booked before: they stay until the office covers them. */
function BookedInIt({ conflicts, cleaners }: BookedProps) {
  const { date, time } = useFormat();
  const names = new Map(cleaners.map(({ id, firstname }) => [id, firstname]));
  if (conflicts.length === 0) return null;
  const cleanerIds = [...new Set(conflicts.map(({ cleanerID }) => cleanerID))];
  const visits = new Set(conflicts.map(({ jobID }) => jobID)).size;
  return (
    <>
      <CoverThem visits={visits} to={coverAddress(cleanerIds, conflicts)} />
      <ul className={styles.jobs}>
        {conflicts.map(({ jobID, cleanerID, startTime }) => (
          <li key={`${jobID} ${cleanerID}`}>
            <TextLink href={`/admin/jobs/${jobID}/view`}>
              {date(startTime)}, {time(startTime)}
            </TextLink>{' '}
            {names.get(cleanerID)}
          </li>
        ))}
      </ul>
    </>
  );
}
