import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/jobs/contract.ts';
import { useNow } from '#features/jobs/web/parts/use-now.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { TickRow } from '#platform/web/design/parts/tick-row.tsx';
import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { time } from '#platform/web/format.ts';
import { finishJob } from '../../contract.ts';
import { Both } from './both.tsx';
import styles from './cleaner.module.css';
import { useSayFailure } from './use-say-failure.tsx';
import { useTicks } from './use-ticks.ts';
import { roomZh, ticked, words } from './words.ts';

type Line = NonNullable<Job['checklist']>[number];

/** The visit under way: time left, the checklist by room, and the one button that ends it. */
export function WorkUnderWay({ job, title }: { job: Job; title: string }) {
  const lines = job.checklist ?? [];
  const { tick, isDone, settled } = useTicks(job);
  const done = lines.filter(isDone).length;
  return (
    <>
      <div className={styles.clock}>
        <TimeLeft until={job.endTime} />
        <div className={styles.where}>
          <PageTitle tab={title}>{title}</PageTitle>
          <p className="k-muted">until {time(job.endTime, 'en')}</p>
        </div>
      </div>
      <Progress done={done} of={lines.length} />
      {[...Map.groupBy(lines, (line) => line.category)].map(([room, items]) => (
        <section key={room} className={styles.room}>
          <SectionTitle
            ruled
            end={<b className="k-figure">{`${items.filter(isDone).length}/${items.length}`}</b>}
          >
            <RoomName room={room} />
          </SectionTitle>
          {items.map((line) => (
            <TickRow
              key={line.id}
              zh={line.chinese || undefined}
              checked={isDone(line)}
              onChange={(now) => tick(line, now)}
              note={mateOf(job, line)}
            >
              {line.english}
            </TickRow>
          ))}
        </section>
      ))}
      <FinishDock job={job} allDone={done === lines.length} settled={settled} />
    </>
  );
}

/** How much of the checklist is ticked, in tiles and words. */
export function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div aria-live="polite">
      {of > 0 ? (
        <StepTiles done={done} of={of} label={<Both say={ticked(done, of)} />} />
      ) : (
        <p className="k-muted">
          <Both say={words.emptyChecklist} />
        </p>
      )}
    </div>
  );
}

function RoomName({ room }: { room: string }) {
  const zh = roomZh(room);
  return zh === undefined ? room : <Both say={{ text: room, zh }} />;
}

/** Who of the crew ticked it, when it was somebody else. */
function mateOf(job: Job, line: Line): string | undefined {
  if (job.cleaners.length < 2 || line.doneBy === null) return undefined;
  return job.cleaners.find((mate) => mate.id === line.doneBy)?.firstname;
}

interface FinishDockProps {
  job: Job;
  /** The last tick is in: the button becomes the screen's jade one. */
  allDone: boolean;
  settled: () => Promise<void>;
}

function FinishDock({ job, allDone, settled }: FinishDockProps) {
  const failure = useSayFailure();
  const finish = useAct(finishJob, { refresh: [listJobs, getJob] });
  const [waiting, setWaiting] = useState(false);
  const press = async () => {
    setWaiting(true);
    await settled();
    setWaiting(false);
    finish.mutate(
      { params: { id: job.id }, body: {} },
      { onError: (error) => failure.say(error, words.notFinished) },
    );
  };
  return (
    <div className={styles.dock}>
      <Button
        full
        kind={allDone ? 'primary' : 'quiet'}
        icon={IconCheck}
        zh={words.finish.zh}
        busy={(waiting || finish.isPending) && `${words.finishing.text} ${words.finishing.zh}`}
        onClick={() => void press()}
      >
        {words.finish.text}
      </Button>
    </div>
  );
}

const HALF_MINUTE_MS = 30_000;

function TimeLeft({ until }: { until: string }) {
  const now = useNow(HALF_MINUTE_MS);
  const minutes = Math.round((Date.parse(until) - now.getTime()) / 60_000);
  const shown = Math.abs(minutes);
  return (
    <p className={styles.left}>
      <span className="k-muted">
        <Both say={minutes < 0 ? words.timeOver : words.timeLeft} />
      </span>
      <b>{`${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`}</b>
    </p>
  );
}
