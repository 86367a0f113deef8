import { useState } from 'react';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { OtherWeekdays } from '#features/work/series/web/parts/other-weekdays.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { draftWithVisits } from './draft.ts';
import {
  type Conflict,
  decide,
  isUsualHour,
  nearestForAll,
  rowsOf,
  type SeenConflicts,
  type SeriesRow,
  useCrewMessage,
  withSeen,
} from './series-rows.ts';
import type { Flow } from './use-flow.ts';

/**
 * Step 4 of a series: reviews every date before anything is held, and resolves the ones that are not free.
 */
export function DatesStep({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const rows = useRows(flow);
  const open = rows?.filter(({ isOpen }) => isOpen).length ?? 0;
  const visits = rows?.filter(({ visit }) => visit !== null).length ?? 0;
  const why =
    (rows === null && t(flow.quote.isError ? 'dates.failed' : 'dates.checking')) ||
    (open > 0 && t('dates.decideFirst', { count: open })) ||
    (flow.quote.isPlaceholderData && t('dates.checking')) ||
    (visits === 0 && t('dates.keepOne'));
  return (
    <BookingFrame
      flow={flow}
      title={t('dates.title')}
      action={
        <Button full disabledReason={why} onClick={() => flow.next({ datesSeen: true })}>
          {t('dates.go', { count: visits })}
        </Button>
      }
    >
      {rows === null ? <NoDates flow={flow} /> : <DateList flow={flow} rows={rows} />}
    </BookingFrame>
  );
}

/** The rows of the list; null until the server has checked the dates. */
function useRows({ quote: { data }, draft }: Flow): readonly SeriesRow[] | null {
  const [seen, setSeen] = useState<SeenConflicts>(new Map());
  const now = withSeen(seen, data?.conflicts ?? []);
  if (now !== seen) setSeen(now);
  if (data === undefined || data.startTime === null) return null;
  return rowsOf(data, draft.exceptions, now);
}

function NoDates({ flow: { quote } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const sentenceOf = useJobSentence();
  if (!quote.isError) return <Skeleton words={t('dates.checking')} lines={6} />;
  return (
    <ErrorState
      retryLabel={jobsText('tryAgain')}
      onRetry={() => quote.refetch()}
      retrying={quote.isFetching && jobsText('trying')}
    >
      {t('dates.failed')} {sentenceOf(quote.error)}
    </ErrorState>
  );
}

function DateList({ flow, rows }: { flow: Flow; rows: readonly SeriesRow[] }) {
  const { t } = useText(bookingTexts);
  const crewSentence = useCrewMessage();
  const { draft, change } = flow;
  const open = rows.filter(({ isOpen }) => isOpen);
  const choose = (row: SeriesRow, instead: string | null | undefined) =>
    change({ exceptions: decide(draft.exceptions, row.seriesDate, instead) });
  return (
    <div className={styles.fields}>
      <Notice kind={open.length > 0 ? 'sun' : 'good'} live>
        {open.length > 0 ? t('dates.someTaken', { count: open.length, of: rows.length }) : t('dates.allSet')}{' '}
        {crewSentence(rows.flatMap(({ visit }) => visit ?? []))}
      </Notice>
      <OtherDays flow={flow} />
      {open.length > 1 && (
        <p>
          <TextButton onClick={() => change({ exceptions: nearestForAll(draft.exceptions, rows) })}>
            {open.length === 2 ? t('dates.firstForBoth') : t('dates.firstForAll', { count: open.length })}
          </TextButton>
        </p>
      )}
      <ol className={styles.dates}>
        {rows.map((row) => (
          <li key={row.seriesDate} data-open={row.isOpen || undefined}>
            {row.conflict ? (
              <ConflictChoice
                row={row}
                conflict={row.conflict}
                onChoose={(instead) => choose(row, instead)}
              />
            ) : (
              <DateLine row={row} onUndo={() => choose(row, undefined)} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Further days of the week, at the same time. */
function OtherDays({ flow: { draft, change } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const [isOpen] = useState(draft.weekdays.length > 0);
  if (draft.startTime === null || draft.interval === 'monthly') return null;
  return (
    <details open={isOpen}>
      <summary>{t('dates.otherDays')}</summary>
      <OtherWeekdays
        label={t('dates.alsoOn')}
        startTime={draft.startTime}
        weekdays={draft.weekdays}
        onChange={(weekdays) => change(draftWithVisits({ weekdays }))}
      />
    </details>
  );
}

/** A date that needs no decision, or on which one was made on an earlier visit to this page. */
function DateLine({ row: { visit, seriesDate, exception }, onUndo }: { row: SeriesRow; onUndo: () => void }) {
  const { t } = useText(bookingTexts);
  const { date, timeRange } = useFormat();
  return (
    <p className={`k-row k-baseline k-between k-gap-16 ${styles.line}`}>
      <span>
        <b>{date(visit?.startTime ?? seriesDate)}</b>{' '}
        {visit ? timeRange(visit.startTime, visit.endTime) : t('dates.skipped')}
        {exception?.instead && <small>{t('dates.insteadOf', { day: date(seriesDate) })}</small>}
      </span>
      {exception && <TextButton onClick={onUndo}>{t('dates.undo')}</TextButton>}
      {!exception && visit && (
        <span className="k-muted">{visit.cleaners.map(({ firstname }) => firstname).join(', ')}</span>
      )}
    </p>
  );
}

const SKIP = 'skip';

interface Props {
  row: SeriesRow;
  conflict: Conflict;
  onChoose: (instead: string | null) => void;
}

/** A date that is not free: choose one of the nearest times, nearest first, or skip the visit. */
function ConflictChoice({ row, conflict, onChoose }: Props) {
  const { t } = useText(bookingTexts);
  const { date, timeRange } = useFormat();
  const { exception, isOpen } = row;
  const noteOf = (startTime: string, index: number) => {
    if (isUsualHour(conflict, startTime)) return 'dates.usualHourWith';
    return index === 0 ? 'dates.nearestWith' : 'dates.with';
  };
  const why = useConflictSentence()(conflict);
  return (
    <RadioRows
      label={why}
      options={[
        ...conflict.alternatives.map(({ startTime, endTime, cleaners }, i) => ({
          value: startTime,
          label: t('at', { day: date(startTime), time: timeRange(startTime, endTime) }),
          note: t(noteOf(startTime, i), {
            names: cleaners.map(({ firstname }) => firstname).join(t('dates.and')),
          }),
        })),
        { value: SKIP, label: t('dates.skip') },
      ]}
      value={isOpen || exception === null ? null : (exception.instead ?? SKIP)}
      onChange={(value) => onChoose(value === SKIP ? null : value)}
    />
  );
}

/** Why a date is impossible: no cleaner is free, a public holiday, or another rule. */
function useConflictSentence(): (conflict: Conflict) => string {
  const { t } = useText(bookingTexts);
  const { date, time } = useFormat();
  return ({ startTime, code, holiday }) => {
    if (holiday !== null) return t('dates.holiday', { day: date(startTime), holiday });
    const when = t('at', { day: date(startTime), time: time(startTime) });
    return t(code === 'slot_taken' ? 'dates.taken' : 'dates.closed', { when });
  };
}
