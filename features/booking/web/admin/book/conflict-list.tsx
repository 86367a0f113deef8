import type { CallReply } from '#platform/web/api/callable.ts';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { quoteJob } from '../../../contract.ts';

interface ConflictListProps {
  readonly conflicts: CallReply<typeof quoteJob>['conflicts'];
  /** The other dates are booked without these. */
  readonly skips: boolean;
  onSkip(skips: boolean): void;
}

/** The dates of a series that cannot be served, each with why and the nearest free times; and whether to leave them out. */
export function ConflictList({ conflicts, skips, onSkip }: ConflictListProps) {
  const { date, time } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  if (conflicts.length === 0) return null;
  return (
    <>
      <Notice kind="sun" live>
        {conflicts.length === 1 ? 'One date is not free.' : `${conflicts.length} dates are not free.`}
      </Notice>
      <ul>
        {conflicts.map(({ startTime, code, detail, alternatives }) => (
          <li key={startTime}>
            <b>{at(startTime)}</b>: {code === 'slot_taken' ? 'nobody is free.' : detail}
            {alternatives.length > 0 &&
              ` Nearest: ${alternatives.map((one) => at(one.startTime)).join('; ')}.`}
          </li>
        ))}
      </ul>
      <Checkbox
        label="Book the other dates without these"
        checked={skips}
        onChange={(event) => onSkip(event.target.checked)}
      />
    </>
  );
}
