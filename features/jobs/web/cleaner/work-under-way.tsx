import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useEffect, useState } from 'react';
import { useAct } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { TickRow } from '#platform/web/design/parts/tick-row.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { time } from '#platform/web/format.ts';
import type { Job } from '../../contract/shapes.ts';
import { finishJob } from '../../contract/visits.ts';
import { getJob, listJobs } from '../../contract.ts';
import { Both } from './both.tsx';
import styles from './cleaner.module.css';
import { useTicks } from './use-ticks.ts';
import { ticked, words } from './words.ts';

type Line = NonNullable<Job['checklist']>[number];

/** The visit under way: time left, the checklist by room, and the one button that ends it. */
export function WorkUnderWay({ job, title }: { job: Job; title: string }) {
  const lines = job.checklist ?? [];
  const { tick, isDone } = useTicks(job);
  const done = lines.filter(isDone).length;
  const count = ticked(done, lines.length);
  return (
    <>
      <div className={styles.clock}>
        <TimeLeft until={job.endTime} />
        <div className={styles.where}>
          <PageTitle tab={title}>{title}</PageTitle>
          <p className="k-muted">until {time(job.endTime, 'en')}</p>
        </div>
      </div>
      {lines.length > 0 && <StepTiles done={done} of={lines.length} label={count.text} />}
      <p className="k-muted" aria-live="polite">
        <Both say={lines.length > 0 ? count : words.emptyChecklist} />
      </p>
      {[...Map.groupBy(lines, (line) => line.category)].map(([room, items]) => (
        <section key={room} className={styles.room}>
          <SectionTitle
            ruled
            end={<b className="k-figure">{`${items.filter(isDone).length}/${items.length}`}</b>}
          >
            {room}
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
      <FinishDock job={job} />
    </>
  );
}

/** Who of the crew ticked it, when it was somebody else. */
function mateOf(job: Job, line: Line): string | undefined {
  if (job.cleaners.length < 2 || line.doneBy === null) return undefined;
  return job.cleaners.find((mate) => mate.id === line.doneBy)?.firstname;
}

function FinishDock({ job }: { job: Job }) {
  const toast = useToast();
  const finish = useAct(finishJob, { refresh: [listJobs, getJob] });
  return (
    <div className={styles.dock}>
      <Button
        full
        icon={IconCheck}
        zh={words.finish.zh}
        busy={finish.isPending && words.finishing.text}
        onClick={() =>
          finish.mutate(
            { params: { id: job.id }, body: {} },
            { onError: (error) => toast.fail({ text: error.detail }) },
          )
        }
      >
        {words.finish.text}
      </Button>
    </div>
  );
}

const HALF_MINUTE_MS = 30_000;

function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => appClock.now().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(appClock.now().getTime()), HALF_MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.round((Date.parse(until) - now) / 60_000);
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
