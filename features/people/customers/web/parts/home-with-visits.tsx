import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useFormat } from '#platform/web/format.ts';

interface HomeWithVisitsWords {
  readonly title: string;
  readonly text: string;
  readonly remove: string;
  readonly removing: string;
  readonly close: string;
}

interface HomeWithVisitsProps {
  /** Why the home was not removed. */
  readonly problem: Error | null;
  readonly words: HomeWithVisitsWords;
  readonly busy: boolean;
  onRemove(): void;
  onClose(): void;
}

/** Lists the visits that are booked to a home before it is removed. */
export function HomeWithVisits({ problem, words, busy, onRemove, onClose }: HomeWithVisitsProps) {
  const { date, time } = useFormat();
  const visits = hasVisits(problem) ? visitsIn(problem) : [];
  return (
    <Sheet open={visits.length > 0} onClose={onClose} title={words.title} closeLabel={words.close}>
      <p>{words.text}</p>
      <ul>
        {visits.map(({ jobID, startTime }) => (
          <li key={jobID}>
            {date(startTime)}, {time(startTime)}
          </li>
        ))}
      </ul>
      <Button full busy={busy && words.removing} onClick={onRemove}>
        {words.remove}
      </Button>
    </Sheet>
  );
}

/** Whether a home was not removed because visits are booked there. */
export function hasVisits(problem: Error | null): problem is ApiError {
  return problem instanceof ApiError && problem.code === 'has_visits';
}

interface VisitAtHome {
  readonly jobID: string;
  readonly startTime: string;
}

function visitsIn(problem: ApiError): readonly VisitAtHome[] {
  const { jobs } = problem.extensions;
  return Array.isArray(jobs) ? (jobs as readonly VisitAtHome[]) : [];
}
