import { useQuery } from '@tanstack/react-query';
import { callApi } from '#platform/web/api/api.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Panel } from '#platform/web/office/record.tsx';
import type { ChangePreview, Job } from '../../../../contract/shapes.ts';
import { previewUpdate } from '../../../../contract.ts';
import type { DifferenceAction } from '../../../../rules/price-difference.ts';
import styles from '../../change.module.css';
import { nameOf } from '../job-words.ts';
import type { BookedName } from './booking-form.ts';

type BookingChanges = Partial<Pick<Job, BookedName>>;

/** The preview of a change, fetched again whenever the change differs. */
export function usePreview(job: Job, changes: BookingChanges) {
  return useQuery({
    queryKey: [previewUpdate.path, job.id, job.updatedAt, changes],
    queryFn: () => callApi(previewUpdate, { params: { id: job.id }, body: changes }),
    enabled: Object.keys(changes).length > 0,
    retry: false,
  });
}

/** The office's choice about the price difference. */
export interface DifferenceChoice {
  readonly action: DifferenceAction | null;
  readonly reason: string;
}

interface ConsequencesProps {
  readonly job: Job;
  readonly preview: ReturnType<typeof usePreview>;
  readonly choice: DifferenceChoice;
  onChoose(choice: DifferenceChoice): void;
}

/** The previewed crew and price, and the choice about the difference. */
export function Consequences({ job, preview, choice, onChoose }: ConsequencesProps) {
  return (
    <Panel title="What this changes">
      {preview.isError && (
        <Notice kind="bad" live>
          {preview.error.message}
        </Notice>
      )}
      {preview.isPending && <Skeleton words="Working out crew and price" lines={4} bare />}
      {preview.data && (
        <div className={styles.form}>
          <PreviewFacts job={job} preview={preview.data} />
          {preview.data.actions.length > 0 && (
            <DifferenceField preview={preview.data} choice={choice} onChoose={onChoose} />
          )}
        </div>
      )}
    </Panel>
  );
}

function PreviewFacts({ job, preview }: { readonly job: Job; readonly preview: ChangePreview }) {
  const { time, money } = useFormat();
  const { cleaners, joining, leaving, difference, creditsReturned } = preview;
  const names = (people: ChangePreview['cleaners']) => people.map(nameOf).join(', ');
  const sign = difference > 0 ? '+' : '−';
  return (
    <Facts
      facts={{
        Time: `${time(preview.startTime)} to ${time(preview.endTime)}`,
        Crew: names(cleaners),
        ...(joining.length > 0 && { 'Newly assigned': names(joining) }),
        ...(leaving.length > 0 && { 'No longer coming': names(leaving) }),
        Price:
          difference === 0
            ? `${money(preview.amountToPay)}, unchanged`
            : `${money(preview.amountToPay)} instead of ${money(job.amountToPay ?? 0)} (${sign}${money(Math.abs(difference))})`,
        ...(creditsReturned > 0 && { 'Hours returned': String(creditsReturned) }),
      }}
    />
  );
}

function DifferenceField({
  preview,
  choice,
  onChoose,
}: Pick<ConsequencesProps, 'choice' | 'onChoose'> & { readonly preview: ChangePreview }) {
  const { money } = useFormat();
  const amount = money(Math.abs(preview.difference));
  const words: Readonly<Record<DifferenceAction, { readonly label: string; readonly note: string }>> = {
    charge: { label: `Charge ${amount} now`, note: 'To the saved card. The visit changes once it is paid.' },
    waive: { label: `Waive ${amount}`, note: 'The customer pays nothing more.' },
    refund: { label: `Refund ${amount}`, note: 'To the card used for the payment.' },
    keep: { label: 'Keep what was paid', note: 'Nothing is refunded.' },
  };
  return (
    <>
      <RadioRows
        label="The difference"
        name="difference"
        options={preview.actions.map((action) => ({ value: action, ...words[action] }))}
        value={choice.action}
        onChange={(action) => onChoose({ ...choice, action })}
      />
      {choice.action === 'waive' && (
        <TextField
          label="Reason"
          hint="Shown in the job's history."
          maxLength={300}
          value={choice.reason}
          onChange={(event) => onChoose({ ...choice, reason: event.target.value })}
        />
      )}
    </>
  );
}
