import { useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { INTERVALS } from '#features/work/schedule/rules/recurrence.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { addDays, dayOfWire, today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows, RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat, weekdayNames } from '#platform/web/format.ts';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';
import type { CancelledVisits, SeriesQuestion, SeriesReply } from '../../contract/shapes.ts';
import {
  answerQuestion,
  changePattern,
  getSeries,
  pauseSeries,
  previewPattern,
  previewPause,
  stopSeries,
} from '../../contract.ts';
import { seriesTexts } from '../texts.ts';
import { OtherWeekdays } from './other-weekdays.tsx';
import styles from './series.module.css';
import { useSeriesSentence } from './use-series-message.ts';

const CHANGED = [getSeries, getJob, listJobs];

interface OfJob {
  readonly job: Job;
  readonly seriesID: string;
}

/** A series that goes on until it is stopped: its pattern, questions about dates, and how to change it. */
export function EndlessSeries({ job }: { readonly job: Job }) {
  const mayChange = useMayCall(getSeries);
  if (job.seriesID === null || !mayChange) return null;
  return <Series job={job} seriesID={job.seriesID} />;
}

type Asked = 'pause' | 'pattern' | 'stop';

function Series({ job, seriesID }: OfJob) {
  const { t } = useText(seriesTexts);
  const { date } = useFormat();
  const { data: series } = useCall(getSeries, { params: { id: seriesID } });
  const [asked, ask] = useState<Asked | null>(null);
  const when = usePattern();
  if (series === undefined || (!series.isEndless && series.endedAt === null)) return null;
  if (!series.isEndless) return <p className="k-muted">{t('endless.ended')}</p>;
  const close = () => ask(null);
  return (
    <section className="k-stack k-gap-14">
      <SectionTitle>{t('endless.title')}</SectionTitle>
      <p>
        {when(series)} {series.bookedUntil && t('endless.until', { day: date(series.bookedUntil) })}
      </p>
      {series.pauses.map(({ firstDay, lastDay }) => (
        <p key={firstDay + lastDay} className="k-muted">
          {t('endless.paused', { first: date(firstDay), last: date(lastDay) })}
        </p>
      ))}
      {series.questions.map((question) => (
        <Question key={question.id} question={question} />
      ))}
      <div className="k-row k-stretch k-wrap k-gap-10">
        <Button kind="quiet" size="small" onClick={() => ask('pause')}>
          {t('endless.pause')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => ask('pattern')}>
          {t('endless.change')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => ask('stop')}>
          {t('endless.stop')}
        </Button>
      </div>
      {asked === 'pause' && <PauseSheet job={job} seriesID={seriesID} onClose={close} />}
      {asked === 'pattern' && <PatternSheet job={job} series={series} onClose={close} />}
      {asked === 'stop' && <StopSheet series={series} onClose={close} />}
    </section>
  );
}

const NTH = ['first', 'second', 'third', 'fourth', 'last'] as const;

/** `Every week on Tuesday and Friday at 9:00 am.` */
function usePattern() {
  const { t } = useText(seriesTexts);
  const language = useLanguage();
  const { date, time } = useFormat();
  return ({ interval, weekdays, firstTime }: SeriesReply) => {
    if (interval === 'monthly') {
      const nth = NTH[Math.ceil(Number(dayOfWire(firstTime).slice(8)) / 7) - 1] ?? 'last';
      const day = date(firstTime, 'weekday');
      return t('endless.pattern.monthly', {
        nth: t(`endless.nth.${nth}`),
        day,
        time: time(firstTime),
      });
    }
    const names = weekdayNames(language, 'long');
    const days = new Intl.ListFormat(language, { type: 'conjunction' }).format(
      weekdays.map((day) => names[day - 1] ?? ''),
    );
    return t(`endless.pattern.${interval}`, { days, time: time(firstTime) });
  };
}

/** A date on which the usual cleaners are not free. */
function Question({ question }: { readonly question: SeriesQuestion }) {
  const { t } = useText(seriesTexts);
  const { date, time, timeRange } = useFormat();
  const sentenceOf = useSeriesSentence();
  const answer = useAct(answerQuestion, { refresh: CHANGED });
  const [chosen, choose] = useState<string | null>(null);
  const names = (people: SeriesQuestion['others']) => people.map(({ firstname }) => firstname).join(' + ');
  const when = t('endless.at', { day: date(question.startTime), time: time(question.startTime) });
  const send = () => {
    if (chosen === null || answer.isPending) return;
    const isTime = chosen !== OTHER && chosen !== NONE;
    answer.mutate({
      params: { id: question.id },
      body: isTime ? { answer: 'another-time', startTime: chosen } : { answer: chosen },
    });
  };
  return (
    <div className="k-stack k-gap-10">
      <Notice kind="sun">
        {question.isClosed
          ? t('endless.closed', { when })
          : t('endless.away', { count: question.usual.length, names: names(question.usual), when })}{' '}
        {t(question.others.length > 0 ? 'endless.otherwise' : 'endless.otherwiseNone', {
          day: date(question.answerBy),
        })}
      </Notice>
      <RadioRows
        label={t('endless.choose')}
        options={[
          ...(question.others.length > 0
            ? [{ value: OTHER, label: t('endless.other', { names: names(question.others) }), note: when }]
            : []),
          ...question.alternatives.map(({ startTime, endTime }) => ({
            value: startTime,
            label: t('endless.at', { day: date(startTime), time: timeRange(startTime, endTime) }),
            note: t('endless.withOwn', { names: names(question.usual) }),
          })),
          { value: NONE, label: t('endless.none') },
        ]}
        value={chosen}
        onChange={choose}
      />
      <div role="alert">{answer.error && <Notice kind="bad">{sentenceOf(answer.error)}</Notice>}</div>
      <Button
        size="small"
        disabledReason={chosen === null && t('endless.chooseFirst')}
        busy={answer.isPending && t('endless.saving')}
        onClick={send}
      >
        {t('endless.answer')}
      </Button>
    </div>
  );
}

const OTHER = 'another-cleaner';
const NONE = 'no-visit';

/** What the terms of the visits keep and give back. */
function useSums(): (sums: CancelledVisits) => string {
  const { t } = useText(seriesTexts);
  const { money, hours } = useFormat();
  return ({ visits, fee, refund, creditsReturned }) =>
    [
      t('endless.cancels', { count: visits.length }),
      visits.length > 0 && fee === 0 ? t('endless.free') : '',
      fee > 0 ? t('endless.fee', { amount: money(fee) }) : '',
      refund > 0 ? t('endless.refund', { amount: money(refund) }) : '',
      creditsReturned > 0 ? t('endless.hours', { hours: hours(creditsReturned) }) : '',
    ]
      .filter(Boolean)
      .join(' ');
}

const shownOf = ({ visits, fee, refund, creditsReturned, creditsForfeited }: CancelledVisits) => ({
  visits: visits.length,
  fee,
  refund,
  creditsReturned,
  creditsForfeited,
});

interface SheetProps extends OfJob {
  onClose(): void;
}

function PauseSheet({ seriesID, onClose }: SheetProps) {
  const { t } = useText(seriesTexts);
  const { date } = useFormat();
  const toast = useToast();
  const sentenceOf = useSeriesSentence();
  const sumsOf = useSums();
  const [firstDay, setFirst] = useState(addDays(today(), 7));
  const [lastDay, setLast] = useState(addDays(today(), 13));
  const params = { id: seriesID };
  const preview = useCall(previewPause, { params, body: { firstDay, lastDay } });
  const act = useAct(pauseSeries, { refresh: [...CHANGED, previewPause] });
  const sums = preview.data;
  const pause = () => {
    if (sums === undefined || act.isPending) return;
    const shown = sums.visits.length === 0 ? {} : { shown: shownOf(sums) };
    act.mutate(
      { params, body: { firstDay, lastDay, ...shown } },
      {
        onSuccess: () => {
          toast.show({ text: t('endless.pauseDone', { first: date(firstDay), last: date(lastDay) }) });
          onClose();
        },
      },
    );
  };
  const problem = act.error ?? preview.error;
  return (
    <Sheet open onClose={onClose} title={t('endless.pause')} closeLabel={t('close')}>
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        <TextField
          type="date"
          label={t('endless.firstDay')}
          min={today()}
          value={firstDay}
          onChange={({ target }) => {
            setFirst(target.value);
            if (target.value > lastDay) setLast(target.value);
          }}
        />
        <TextField
          type="date"
          label={t('endless.lastDay')}
          min={firstDay}
          value={lastDay}
          onChange={({ target }) => setLast(target.value)}
        />
        <p aria-live="polite">{sums && sumsOf(sums)}</p>
        {sums && <Days starts={sums.visits.map(({ startTime }) => startTime)} />}
        <div role="alert">{problem && <Notice kind="bad">{sentenceOf(problem)}</Notice>}</div>
        <Button
          full
          busy={act.isPending && t('endless.saving')}
          disabledReason={sums === undefined && t('endless.checking')}
          onClick={pause}
        >
          {t('endless.pauseGo')}
        </Button>
      </div>
    </Sheet>
  );
}

function Days({ starts }: { readonly starts: readonly string[] }) {
  const { date } = useFormat();
  return starts.length === 0 ? null : (
    <p className="k-muted k-small">{starts.map((start) => date(start)).join(' · ')}</p>
  );
}

interface PatternProps {
  readonly job: Job;
  readonly series: SeriesReply;
  onClose(): void;
}

/** Another interval, from this visit on. */
function PatternSheet({ job, series, onClose }: PatternProps) {
  const { t } = useText(seriesTexts);
  const { date } = useFormat();
  const toast = useToast();
  const sentenceOf = useSeriesSentence();
  const sumsOf = useSums();
  const [interval, setInterval] = useState(series.interval);
  const [weekdays, setWeekdays] = useState<readonly number[]>(series.weekdays);
  const params = { id: series.id };
  const body = { interval, weekdays: interval === 'monthly' ? [] : [...weekdays], fromJobID: job.id };
  const preview = useCall(previewPattern, { params, body });
  const act = useAct(changePattern, { refresh: [...CHANGED, previewPattern] });
  const plan = preview.data;
  const change = () => {
    if (plan === undefined || act.isPending) return;
    const shown = plan.cancelled.visits.length === 0 ? {} : { shown: shownOf(plan.cancelled) };
    act.mutate(
      { params, body: { ...body, ...shown } },
      {
        onSuccess: () => {
          toast.show({ text: t('endless.changeDone') });
          onClose();
        },
      },
    );
  };
  const problem = act.error ?? preview.error;
  const asked = plan?.added.filter(({ isFree }) => !isFree).length ?? 0;
  return (
    <Sheet open onClose={onClose} title={t('endless.change')} closeLabel={t('close')}>
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        <p>{t('endless.changeFrom', { day: date(job.startTime) })}</p>
        <RadioTiles
          label={t('endless.often')}
          options={INTERVALS.map((one) => ({ value: one, label: t(`endless.interval.${one}`) }))}
          value={interval}
          onChange={setInterval}
        />
        {interval !== 'monthly' && (
          <OtherWeekdays
            label={t('endless.alsoOn')}
            startTime={job.startTime}
            weekdays={weekdays}
            onChange={setWeekdays}
          />
        )}
        <div aria-live="polite">
          {plan && (
            <>
              <p>{sumsOf(plan.cancelled)}</p>
              <Days starts={plan.cancelled.visits.map(({ startTime }) => startTime)} />
              {plan.added.length > 0 && <p>{t('endless.adds', { count: plan.added.length })}</p>}
              <Days starts={plan.added.map(({ startTime }) => startTime)} />
              {asked > 0 && <p>{t('endless.asks', { count: asked })}</p>}
            </>
          )}
        </div>
        <div role="alert">{problem && <Notice kind="bad">{sentenceOf(problem)}</Notice>}</div>
        <Button
          full
          busy={act.isPending && t('endless.saving')}
          disabledReason={plan === undefined && t('endless.checking')}
          onClick={change}
        >
          {t('endless.changeGo')}
        </Button>
      </div>
    </Sheet>
  );
}

function StopSheet({ series, onClose }: Omit<PatternProps, 'job'>) {
  const { t } = useText(seriesTexts);
  const { date } = useFormat();
  const sentenceOf = useSeriesSentence();
  const act = useAct(stopSeries, { refresh: CHANGED });
  return (
    <Sheet open onClose={onClose} title={t('endless.stop')} closeLabel={t('close')}>
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        <p>{series.bookedUntil && t('endless.stopText', { day: date(series.bookedUntil) })}</p>
        <p className="k-muted">{t('endless.stopAll')}</p>
        <div role="alert">{act.error && <Notice kind="bad">{sentenceOf(act.error)}</Notice>}</div>
        <Button
          full
          busy={act.isPending && t('endless.saving')}
          onClick={() => {
            if (!act.isPending) act.mutate({ params: { id: series.id }, body: {} }, { onSuccess: onClose });
          }}
        >
          {t('endless.stopGo')}
        </Button>
      </div>
    </Sheet>
  );
}
