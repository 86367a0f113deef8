import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useNow } from '#features/work/jobs/web/parts/use-now.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { TickRow } from '#platform/web/design/parts/tick-row.tsx';
import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { time } from '#platform/web/format.ts';
import { inOneLine } from '#platform/web/i18n/pair.ts';
import type { VisitRecord } from '../../contract/visit-day.ts';
import { askBeforeFinish } from '../../rules/finishing.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { JobNotes } from './job-notes.tsx';
import { NoteField } from './note-field.tsx';
import { Photos } from './photos.tsx';
import { OfficeLine, PlacesRecorded } from './recorded.tsx';
import { useUnsent } from './unsent.ts';
import { useSendAction } from './unsent-sender.tsx';
import { UnsentTime } from './unsent-time.tsx';
import { useClock } from './use-clock.ts';
import { andMore, earlyBy, openLines, roomLabel, ticked, word } from './words.ts';

type Line = NonNullable<Job['checklist']>[number];

interface WorkProps {
  job: Job;
  title: string;
  /** Undefined until loaded. */
  record: VisitRecord | undefined;
}

/** The visit in progress: remaining time, the checklist by room, and the button that ends it. */
export function WorkUnderWay({ job, title, record }: WorkProps) {
  const lines = job.checklist ?? [];
  const { isDone } = useTicks(job);
  const done = lines.filter(isDone).length;
  return (
    <>
      <div className={`k-row k-stretch k-between k-gap-16 ${styles.clock}`}>
        <TimeLeft until={job.endTime} />
        <div className={styles.where}>
          <PageTitle tab={title}>{title}</PageTitle>
          <p className="k-muted">
            {word('until', (language) => ({ time: time(job.endTime, language) })).text}
          </p>
        </div>
      </div>
      <Progress done={done} of={lines.length} />
      <UnsentStart job={job} />
      <JobNotes job={job} />
      <Checklist job={job} />
      <Photos job={job} record={record} />
      <NoteField job={job} />
      <PlacesRecorded record={record} />
      <OfficeLine phone={record?.officePhone} />
      <FinishBar job={job} open={lines.filter((line) => !isDone(line))} />
    </>
  );
}

/**
 * The lines by room. A finished room folds once she works in another one, so that a second tap on its last line still
 * meets that line.
 */
function Checklist({ job }: { job: Job }) {
  const { tick, isDone, isUnsent } = useTicks(job);
  const [current, setCurrent] = useState<string | null>(null);
  const hold = useStillRows(current);
  return (
    <div className={`k-stack k-mt-8 ${styles.checklist}`}>
      {[...Map.groupBy(job.checklist ?? [], (line) => line.category)].map(([room, items]) => {
        const done = items.filter(isDone).length;
        const isFinished = done === items.length;
        const isOpen = !isFinished || room === current;
        return (
          <section key={room} onChangeCapture={(event) => hold(event.currentTarget)}>
            <SectionTitle
              ruled
              end={
                <span className="k-row k-baseline k-gap-16">
                  <b className="k-figure">{`${done}/${items.length}`}</b>
                  {isFinished && (
                    <TextButton expanded={isOpen} onClick={() => setCurrent(isOpen ? null : room)}>
                      <BilingualText text={isOpen ? word('fold') : word('unfold')} />
                      <span className="k-hidden"> {room}</span>
                    </TextButton>
                  )}
                </span>
              }
            >
              <RoomName room={room} />
            </SectionTitle>
            {isOpen &&
              items.map((line) => (
                <TickRow
                  key={line.id}
                  zh={line.chinese || undefined}
                  checked={isDone(line)}
                  onChange={(now) => {
                    setCurrent(room);
                    tick(line, now);
                  }}
                  note={
                    isUnsent(line) ? <BilingualText text={word('tickSentLater')} /> : tickedByOther(job, line)
                  }
                >
                  {line.english}
                </TickRow>
              ))}
          </section>
        );
      })}
    </div>
  );
}

/** When a room above folds, the rows under the thumb stay where they are: the next tap must not meet another line. */
function useStillRows(current: string | null) {
  const before = useRef<{ readonly room: Element; readonly top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another room is worked in
  useLayoutEffect(() => {
    const held = before.current;
    before.current = null;
    if (held === null) return;
    window.scrollBy({ top: held.room.getBoundingClientRect().top - held.top, behavior: 'instant' });
  }, [current]);
  return (room: Element) => {
    before.current = { room, top: room.getBoundingClientRect().top };
  };
}

/** A start that the server has not received. */
function UnsentStart({ job }: { job: Job }) {
  const { items, isHeld } = useUnsent();
  const start = items.find((item) => item.act === 'start' && item.jobID === job.id);
  return <UnsentTime act="start" at={isHeld ? (start?.at ?? null) : null} />;
}

/** Checklist progress as tiles and text. */
export function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div aria-live="polite">
      {of > 0 ? (
        <StepTiles done={done} of={of} label={<BilingualText text={ticked(done, of)} />} />
      ) : (
        <p className="k-muted">
          <BilingualText text={word('emptyChecklist')} />
        </p>
      )}
    </div>
  );
}

function RoomName({ room }: { room: string }) {
  return <BilingualText text={roomLabel(room)} />;
}

/** The other crew member who ticked it, if any. */
function tickedByOther(job: Job, line: Line): string | undefined {
  if (job.cleaners.length < 2 || line.doneBy === null) return undefined;
  return job.cleaners.find((mate) => mate.id === line.doneBy)?.firstname;
}

const HALF_MINUTE_MS = 30_000;

function TimeLeft({ until }: { until: string }) {
  const now = useNow(HALF_MINUTE_MS);
  const minutes = Math.round((Date.parse(until) - now.getTime()) / 60_000);
  const shown = Math.abs(minutes);
  return (
    <p className={`k-stack k-gap-2 k-fixed ${styles.left}`}>
      <span className="k-muted">
        <BilingualText text={minutes < 0 ? word('timeOver') : word('timeLeft')} />
      </span>
      <b>{`${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`}</b>
    </p>
  );
}

/** The maximum number of lines listed by name; beyond it a count is shown. */
const NAMED_LINES = 4;

interface FinishBarProps {
  job: Job;
  /** The unticked lines. When none are left, the button becomes the screen's primary (jade) one. */
  open: readonly Line[];
}

/** The button that ends the visit. Asks for confirmation well before the booked end, or with open lines. */
function FinishBar({ job, open }: FinishBarProps) {
  const finish = useClock(job, { act: 'finish' });
  const [asking, setAsking] = useState<{ minutesEarly: number } | null>(null);
  const end = () => {
    setAsking(null);
    finish.press();
  };
  const press = () => {
    const minutesLeft = Math.round((Date.parse(job.endTime) - appClock.now().getTime()) / 60_000);
    const ask = askBeforeFinish({ minutesLeft, openLines: open.length });
    if (ask === null) end();
    else setAsking(ask);
  };
  return (
    <div className={styles.dock}>
      <UnsentTime act="finish" at={finish.unsentAt} />
      <Button
        full
        kind={open.length === 0 ? 'primary' : 'quiet'}
        icon={IconCheck}
        zh={word('finish').zh}
        busy={finish.isPending && inOneLine(word('finishing'))}
        onClick={press}
      >
        {word('finish').text}
      </Button>
      <Sheet
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={<BilingualText text={word('askFinish')} />}
        closeLabel={inOneLine(word('keepWorking'))}
        actions={
          <>
            <Button full zh={word('keepWorking').zh} onClick={() => setAsking(null)}>
              {word('keepWorking').text}
            </Button>
            <Button full kind="quiet" zh={word('finishAnyway').zh} onClick={() => end()}>
              {word('finishAnyway').text}
            </Button>
          </>
        }
      >
        <Unfinished minutesEarly={asking?.minutesEarly ?? 0} open={open} />
      </Sheet>
    </div>
  );
}

/** Reasons not to finish yet: the remaining time, and the open lines by name. */
function Unfinished({ minutesEarly, open }: { minutesEarly: number; open: readonly Line[] }) {
  const more = open.length - NAMED_LINES;
  return (
    <div className={`k-stack k-gap-12 ${styles.unfinished}`}>
      {minutesEarly > 0 && (
        <p>
          <BilingualText text={earlyBy(minutesEarly)} />
        </p>
      )}
      {open.length > 0 && (
        <>
          <p>
            <BilingualText text={openLines(open.length)} />
          </p>
          <ul className={`k-stack k-gap-6 ${styles.open}`}>
            {open.slice(0, NAMED_LINES).map((line) => (
              <li key={line.id}>
                <BilingualText text={{ text: line.english, zh: line.chinese }} />
              </li>
            ))}
            {more > 0 && (
              <li>
                <BilingualText text={andMore(more)} />
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}

/** Optimistic ticks; a refused one is reverted with a toast. Offline they are queued. */
function useTicks(job: Pick<Job, 'id'>) {
  const { sendAction } = useSendAction();
  const { items, isHeld } = useUnsent();
  const waiting = new Map<string, boolean>();
  for (const item of items) {
    if (item.act === 'tick' && item.jobID === job.id) waiting.set(item.lineID, item.done);
  }
  return {
    tick: (line: Line, done: boolean) =>
      sendAction({ act: 'tick', jobID: job.id, lineID: line.id, done, at: appClock.now().toISOString() }),
    isDone: (line: Line) => waiting.get(line.id) ?? line.done,
    isUnsent: (line: Line) => isHeld && waiting.has(line.id),
  };
}
