import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay, dayOfWire } from '#platform/web/business-time.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { inOneLine } from '#platform/web/i18n/pair.ts';
import { useSession } from '#platform/web/session/session.ts';
import { EARLY_START_MINUTES } from '../../rules/clocking.ts';
import { SET_OUT_HOURS } from '../../rules/setting-out.ts';
import { useVisitRecord } from '../parts/use-visit-record.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { myPart } from './my-part.ts';
import { useUnsent } from './unsent.ts';
import { useSendAction } from './unsent-sender.tsx';
import { UnsentTime } from './unsent-time.tsx';
import { useClock } from './use-clock.ts';
import { onTheWaySince, startsFrom, word } from './words.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * One main button at a time: "I am on the way" until it is pressed, then "I have arrived"; the other one stays beside it,
 * for those who forget it. Hidden before the day of the visit.
 */
export function StartOrOpen({ job }: { job: Job }) {
  const navigate = useNavigate();
  const now = useNow(MINUTE_MS / 2);
  const start = useClock(job, { act: 'start', onDone: () => void navigate(`/cleaner/jobs/${job.id}`) });
  const setOut = useSetOut(job, now);
  if (myPart(job).startedAt !== null) {
    return (
      <>
        <UnsentTime act="start" at={start.unsentAt} />
        <ButtonLink full href={`/cleaner/jobs/${job.id}`} zh={word('back').zh}>
          {word('back').text}
        </ButtonLink>
      </>
    );
  }
  if (businessDay(now) < dayOfWire(job.startTime)) return null;
  return (
    <>
      {setOut.said !== null && (
        <p className={styles.kept} role="status">
          <BilingualText text={onTheWaySince(setOut.said)} />
        </p>
      )}
      {setOut.isOpen && (
        <Button full icon={IconRoute} zh={word('setOut').zh} onClick={setOut.press}>
          {word('setOut').text}
        </Button>
      )}
      <Button
        full
        kind={setOut.isOpen ? 'quiet' : 'primary'}
        icon={IconPlayerPlay}
        zh={word('arrived').zh}
        disabledReason={tooEarly(job, now)}
        busy={start.isPending && inOneLine(word('starting'))}
        onClick={start.press}
      >
        {word('arrived').text}
      </Button>
    </>
  );
}

/** "I am on the way", from three hours before the visit; cannot be undone. */
function useSetOut(job: Job, now: Date) {
  const { sendAction } = useSendAction();
  const { id } = useSession();
  const { items } = useUnsent();
  // Without the record, offline, it has not been said as far as this phone knows: saying it twice changes nothing.
  const record = useVisitRecord(job.id).data;
  const opens = Date.parse(job.startTime) - SET_OUT_HOURS * HOUR_MS;
  const unsent = items.find((item) => item.act === 'set-out' && item.jobID === job.id);
  const said = unsent?.at ?? record?.crew.find((member) => member.id === id)?.onTheWayAt ?? null;
  return {
    said,
    isOpen: said === null && now.getTime() >= opens,
    press: () => sendAction({ act: 'set-out', jobID: job.id, at: appClock.now().toISOString() }),
  };
}

/** `Start from 8:00 am`, until that time. */
function tooEarly(job: Job, now: Date): ReactNode {
  const opens = Date.parse(job.startTime) - EARLY_START_MINUTES * MINUTE_MS;
  if (now.getTime() >= opens) return false;
  const wire = new Date(opens).toISOString();
  const { text, zh } = startsFrom(wire);
  return (
    <>
      {text}{' '}
      {zh !== '' && (
        <span lang="zh" className={styles.unit}>
          {zh}
        </span>
      )}
    </>
  );
}
