import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { fullnessOf, stateOfDay } from '#features/work/schedule/web/parts/times.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { type Draft, NO_DATES } from './draft.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import type { TimeChoice } from './use-time-choice.ts';

/** Whether the open day has no times to choose from. */
export function hasNoTimes({ times, days, slots, lost }: TimeChoice): boolean {
  if (times.isError && times.data === undefined) return true;
  return days !== undefined && slots.length === 0 && lost === null;
}

/** Shown instead of times: loading failed, the day is full, or all displayed weeks are. */
export function NoTimes({ when, flow }: { when: TimeChoice; flow: Flow }) {
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const { date } = useFormat();
  const sentenceOf = useJobSentence();
  const { times, days = [], day, later } = when;
  if (times.isError) {
    return (
      <ErrorState
        retryLabel={jobsText('tryAgain')}
        onRetry={() => times.refetch()}
        retrying={times.isFetching && jobsText('trying')}
      >
        {t('time.failed')} {sentenceOf(times.error)}
      </ErrorState>
    );
  }
  const next =
    days.find((one) => one.slots.length > 0 && one.date > (day ?? '')) ??
    days.find((one) => one.slots.length > 0);
  const full = fullDay(when, flow);
  if (next || full) {
    const name = next && date(next.date);
    return (
      <EmptyState
        title={t(full ? 'time.fullTitle' : 'time.dayNoneTitle')}
        action={
          <span className={styles.choices}>
            {full && (
              <Button size="small" onClick={() => flow.next(waitingFor(full))}>
                {t('time.tellMe')}
              </Button>
            )}
            {next && (
              <Button kind="quiet" size="small" onClick={() => when.openDay(next.date)}>
                {t('time.seeDay', { day: name ?? '' })}
              </Button>
            )}
          </span>
        }
      >
        {full ? t('time.fullText') : t('time.dayNoneText', { day: name ?? '' })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('time.noneTitle')}
      action={
        later && (
          <Button kind="quiet" size="small" onClick={later}>
            {t('time.later')}
          </Button>
        )
      }
    >
      {later && <span>{t('time.noneText')}</span>}
    </EmptyState>
  );
}

/**
 * The open day, if it is full and may be waited for. Nobody waits for a series, which has many days, or for a day on which
 * nobody works.
 */
function fullDay({ days = [], day }: TimeChoice, { service }: Flow): string | null {
  const open = days.find((one) => one.date === day);
  if (service.recurs || open === undefined || open.closed !== null) return null;
  return stateOfDay(fullnessOf(open)) === 'full' ? open.date : null;
}

/** The draft of a customer who waits for a day: the part of the day is asked at the end. */
function waitingFor(date: string): Partial<Draft> {
  return { startTime: null, endTime: null, cleanerID: null, ...NO_DATES, waitFor: { date, part: 'any' } };
}
