import styles from '#features/work/jobs/web/parts/change.module.css';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { quoteJob } from '../../../contract.ts';

/** By date of the series: another time for it, or null to skip it. */
export type Exceptions = Readonly<Record<string, string | null>>;

interface ConflictListProps {
  readonly conflicts: CallReply<typeof quoteJob>['conflicts'];
  /** The manually chosen crew: only times at which they are available are offered. */
  readonly crew: readonly string[];
  readonly exceptions: Exceptions;
  onChange(exceptions: Exceptions): void;
}

const LEAVE_OUT = 'leave-out';

/** The dates of a series that cannot be served: each is moved or skipped, and the decision can be undone. */
export function ConflictList({ conflicts, crew, exceptions, onChange }: ConflictListProps) {
  const { date, time } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  const decide = (seriesDate: string, to: string) =>
    onChange({ ...exceptions, [seriesDate]: to === LEAVE_OUT ? null : to });
  const { length } = conflicts;
  const hasCrew = ({ cleaners }: Alternative) => crew.every((id) => cleaners.some((one) => one.id === id));
  if (length === 0 && Object.keys(exceptions).length === 0) return null;
  return (
    <div className={styles.form}>
      {length > 0 && (
        <Notice kind="sun" live>
          {length === 1 ? 'One date is not free.' : `${length} dates are not free.`}
        </Notice>
      )}
      {conflicts.map(({ seriesDate, startTime, detail, alternatives }) => (
        <RadioRows
          key={seriesDate}
          label={`${at(startTime)}: ${detail}`}
          name={seriesDate}
          options={[
            ...alternatives.filter(hasCrew).map((one) => ({
              value: one.startTime,
              label: at(one.startTime),
              note: one.cleaners.map(({ firstname }) => firstname).join(', '),
            })),
            { value: LEAVE_OUT, label: 'Skip this date' },
          ]}
          value={null}
          onChange={(to) => decide(seriesDate, to)}
        />
      ))}
      {Object.entries(exceptions).map(([seriesDate, instead]) => (
        <p key={seriesDate}>
          {at(seriesDate)}: {instead === null ? 'skipped' : `at ${at(instead)} instead`}.{' '}
          <TextButton
            onClick={() =>
              onChange(
                Object.fromEntries(Object.entries(exceptions).filter(([decided]) => decided !== seriesDate)),
              )
            }
          >
            Undo
          </TextButton>
        </p>
      ))}
    </div>
  );
}
