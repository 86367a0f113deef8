import { useState } from 'react';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { MoveMonth, useFreeTimes } from '#features/work/schedule/web/office/free-times.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { Job } from '../../contract/shapes.ts';
import { type CrewForTime, crewBody, crewForTime } from './crew-plan.ts';
import { nameOf } from './job-labels.ts';
import styles from './job-sheets.module.css';
import { useChangeJob } from './use-change-job.ts';
import { freeTimesFor, visitQuery } from './visit-query.ts';

interface MoveSheetProps {
  readonly job: Job;
  onClose(): void;
}

interface Time {
  readonly startTime: string;
  readonly endTime: string;
}

/** Moves a visit to another day and time; shows who of the crew is available before anything is moved. */
export function MoveSheet({ job, onClose }: MoveSheetProps) {
  const { date, time } = useFormat();
  const times = useFreeTimes(freeTimesFor(job));
  const [chosen, setChosen] = useState<Time | null>(null);
  const move = useMove(job, onClose);
  const crew = useCrewAt(job, chosen);
  const near = move.taken;
  const choose = (id: string) => {
    const found = [...times.slots, ...(near?.alternatives ?? [])].find((one) => one.startTime === id);
    if (found === undefined) return;
    times.setDay(dayOfWire(found.startTime));
    setChosen(found);
  };
  return (
    <Sheet open onClose={onClose} title={t('Move this visit')} closeLabel={t('Close')}>
      <p className={styles.lead}>
        {t('Currently {{date}}, {{time}} to {{time2}}.', {
          date: date(job.startTime),
          time: time(job.startTime),
          time2: time(job.endTime),
        })}
      </p>
      <MoveMonth times={times} />
      {times.error ? (
        <ErrorState retryLabel={t('Try again')} onRetry={times.again}>
          {t('We could not load the free times. {{message}}', { message: times.error.message })}
        </ErrorState>
      ) : (
        <SlotList
          groups={times.groups}
          chosen={chosen?.startTime ?? null}
          onChoose={(slot) => choose(slot.id)}
          loading={times.loading ? t('Loading free times') : undefined}
          alternatives={
            near && {
              title: near.sentence,
              slots: near.alternatives.map((one) => ({
                id: one.startTime,
                time: time(one.startTime),
                note: `${date(one.startTime)}, ${one.cleaners.map((person) => person.firstname).join(', ')}`,
              })),
            }
          }
        />
      )}
      {!times.loading && !times.error && times.groups.length === 0 && (
        <p className={styles.lead}>{t('No one is free that day. Days with a flower have free times.')}</p>
      )}
      <div className={`k-stack k-gap-10 k-mt-16 ${styles.foot}`}>
        {chosen && <CrewNotice job={job} crew={crew} />}
        <SubmitProblem problem={move.problem} />
        <Button
          full
          busy={move.busy && t('Moving')}
          disabledReason={
            chosen === null ? t('Pick a time first') : crew.plan === null && t('Checking who is free')
          }
          onClick={() => chosen && crew.plan && void move.press(chosen, crew.plan)}
        >
          {chosen &&
            t('Move to {{date}}, {{time}}', { date: date(chosen.startTime), time: time(chosen.startTime) })}
        </Button>
      </div>
    </Sheet>
  );
}

/** The crew at the chosen time. */
function useCrewAt(job: Job, chosen: Time | null) {
  const { startTime, endTime } = chosen ?? job;
  const people = useCall(listAvailable, { query: { ...visitQuery(job), startTime, endTime, explain: '1' } });
  const plan = chosen && people.data ? crewForTime(job.cleaners, people.data.items) : null;
  return { plan, tooFew: chosen !== null && people.data !== undefined && plan === null, error: people.error };
}

function CrewNotice({ job, crew }: { readonly job: Job; readonly crew: ReturnType<typeof useCrewAt> }) {
  if (crew.error)
    return (
      <Notice kind="bad">
        {t('We could not check who is free. {{message}}', { message: crew.error.message })}
      </Notice>
    );
  if (crew.tooFew)
    return <Notice kind="bad">{t('Not enough cleaners are free at that time. Pick another time.')}</Notice>;
  if (crew.plan === null) return null;
  if (crew.plan.changes.length === 0)
    return (
      <Notice kind="good" live>
        {t('{{join}} can come.', { join: job.cleaners.map(nameOf).join(t(' and ')) })}
      </Notice>
    );
  return (
    <Notice kind="sun" live>
      {crew.plan.changes.join(' ')}
    </Notice>
  );
}

interface Taken {
  readonly sentence: string;
  readonly alternatives: readonly Alternative[];
}

function useMove(job: Job, onDone: () => void) {
  const { date, time } = useFormat();
  const change = useChangeJob(job);
  const [problem, setProblem] = useState<Error | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const at = (start: string) => `${date(start)}, ${time(start)}`;
  const press = async ({ startTime }: Time, plan: CrewForTime) => {
    setProblem(null);
    setTaken(null);
    try {
      await change.change(
        { startTime, ...crewBody(plan.crew) },
        {
          done: t('Moved to {{at}}.', { at: at(startTime) }),
          undone: t('Moved back to {{at}}.', { at: at(job.startTime) }),
        },
      );
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const alternatives = error.code === 'slot_taken' ? alternativesOf(error) : [];
      if (alternatives.length === 0) setProblem(error);
      else
        setTaken({
          sentence: t('The crew has just been booked at {{time}}. Here are the nearest times.', {
            time: time(startTime),
          }),
          alternatives,
        });
      await change.lookAgain();
    }
  };
  return { press, busy: change.busy, problem, taken: taken ?? undefined };
}

function alternativesOf(error: ApiError): readonly Alternative[] {
  const { alternatives } = error.extensions;
  return Array.isArray(alternatives) ? (alternatives as readonly Alternative[]) : [];
}
