import { ownVisitsAt } from '#features/work/jobs/rules/own-visits.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { SeriesState } from './dates/series-state.tsx';
import { fullDay, waitingFor } from './full-day.ts';
import { timesOf } from './own-visit-notice.tsx';
import { useBookingText } from './text.ts';
import { wantedCleaner } from './use-day-times.tsx';
import type { Flow } from './use-flow.ts';
import type { TimeChoice } from './use-time-choice.ts';

interface Props {
  flow: Flow;
  when: TimeChoice;
  series: SeriesState;
}

/**
 * Continues with the chosen time, or to the waiting list if the open day is full. If the chosen time is taken, offers the
 * nearest one, because the list may be out of view.
 */
export function KeepTime({ flow, when, series }: Props) {
  const { t } = useBookingText();
  const { time, date } = useFormat();
  const { service, draft, quote } = flow;
  const { chosen, day } = when;
  const isAgain = draft.again !== null;
  // A repeated booking skips its dates if all of them are free, so the quote must be loaded first.
  const isWaiting = isAgain && service.recurs && chosen !== null && series === 'unknown' && quote.isFetching;
  const keep = () => {
    if (chosen === null) return;
    const { startTime, endTime } = chosen;
    // A series names no cleaner: the previous one is preferred for every date, and others fill in.
    const usual = chosen.usualCleaner && !service.recurs ? wantedCleaner(when, draft) : null;
    const datesSeen =
      isAgain && series === 'free' && ownVisitsAt(flow.ownVisits ?? [], timesOf(flow)).length === 0;
    flow.next({ startTime, endTime, cleanerID: usual?.id ?? null, datesSeen });
  };
  const instead = when.lost?.near[0];
  if (instead) {
    const at = time(instead.startTime);
    const label =
      dayOfWire(instead.startTime) === day ? at : t('at', { day: date(instead.startTime), time: at });
    return (
      <Button full onClick={() => when.choose(instead.startTime)}>
        {t('time.instead', { when: label })}
      </Button>
    );
  }
  const full = fullDay(when, flow);
  if (full !== null) {
    return (
      <Button full onClick={() => flow.next(waitingFor(full))}>
        {t('time.tellMe')}
      </Button>
    );
  }
  return (
    <Button
      full
      busy={isWaiting && t('dates.checking')}
      disabledReason={chosen === null && t('time.pickFirst')}
      onClick={keep}
    >
      {chosen && <span>{t('time.keep', { time: time(chosen.startTime) })}</span>}
    </Button>
  );
}
