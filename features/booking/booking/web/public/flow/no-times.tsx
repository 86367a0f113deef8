import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { useJobsText } from '#features/work/jobs/web/parts/text.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { fullDay } from './full-day.ts';
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
  const { times, days = [], day, nextWeeks } = when;
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
          next && (
            <Button kind="quiet" size="small" onClick={() => when.openDay(next.date)}>
              {t('time.seeDay', { day: name ?? '' })}
            </Button>
          )
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
        nextWeeks && (
          <Button kind="quiet" size="small" onClick={nextWeeks}>
            {t('time.later')}
          </Button>
        )
      }
    >
      {nextWeeks && <span>{t('time.noneText')}</span>}
    </EmptyState>
  );
}
