import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useNavigate } from 'react-router';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { useNow } from '#features/jobs/web/parts/use-now.ts';
import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { time } from '#platform/web/format.ts';
import { EARLY_START_MINUTES } from '../../rules/clocking.ts';
import { myPart } from './my-part.ts';
import { OnTheWay } from './on-the-way.tsx';
import { TimeKept } from './time-kept.tsx';
import { useClock } from './use-clock.ts';
import { startsFrom, words } from './words.ts';

const MINUTE_MS = 60_000;

/** At the door: clock in, or go back to the job under way. Nothing before the day has come. */
export function StartOrOpen({ job }: { job: Job }) {
  const navigate = useNavigate();
  const now = useNow(MINUTE_MS / 2);
  const start = useClock(job, { act: 'start', onDone: () => void navigate(`/cleaner/jobs/${job.id}`) });
  if (myPart(job).startedAt !== null) {
    return (
      <ButtonLink full href={`/cleaner/jobs/${job.id}`} zh={words.back.zh}>
        {words.back.text}
      </ButtonLink>
    );
  }
  if (businessDay(now) < dayOfWire(job.startTime)) return null;
  return (
    <>
      <TimeKept act="start" at={start.keptAt} />
      <OnTheWay job={job} />
      <Button
        full
        icon={IconPlayerPlay}
        zh={words.arrived.zh}
        disabledReason={tooEarly(job, now)}
        busy={start.isPending && `${words.starting.text} ${words.starting.zh}`}
        onClick={start.press}
      >
        {words.arrived.text}
      </Button>
    </>
  );
}

/** `From 8:00 am`, until that time has come. */
function tooEarly(job: Job, now: Date): string | false {
  const opens = Date.parse(job.startTime) - EARLY_START_MINUTES * MINUTE_MS;
  if (now.getTime() >= opens) return false;
  const wire = new Date(opens).toISOString();
  const from = startsFrom(time(wire, 'en'), time(wire, 'zh'));
  return `${from.text} ${from.zh}`;
}
