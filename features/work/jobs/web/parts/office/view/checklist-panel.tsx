import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../../../contract/shapes.ts';
import { goesAhead } from '../../../../rules/status.ts';
import { nameOf } from '../job-labels.ts';
import styles from './view.module.css';

type Line = NonNullable<Job['checklist']>[number];

/** Checklist progress by room. */
export function ChecklistPanel({ job }: { readonly job: Job }) {
  const { checklist = [], checklistDone: done, checklistTotal: total } = job;
  if (total === 0)
    return (
      <Panel title="Checklist">
        <p>
          {goesAhead(job.status)
            ? 'No checklist for this service.'
            : 'The checklist is set once the job is paid or confirmed.'}
        </p>
      </Panel>
    );
  const rooms = Map.groupBy(checklist, (line) => line.category);
  return (
    <Panel title="Checklist" note={`${done} of ${total} ticked`}>
      <StepTiles done={done} of={total} label={`${done} of ${total} ticked`} hideLabel />
      <details className={styles.rooms}>
        <summary>All items</summary>
        {[...rooms].map(([room, lines]) => (
          <section key={room}>
            <h3>{room}</h3>
            <ul>
              {lines.map((line) => (
                <TickLine key={line.id} line={line} job={job} />
              ))}
            </ul>
          </section>
        ))}
      </details>
      {job.comment && (
        <p className={styles.comment}>
          <b>Crew:</b> {job.comment}
        </p>
      )}
    </Panel>
  );
}

function TickLine({ line, job }: { readonly line: Line; readonly job: Job }) {
  const { time } = useFormat();
  const who = job.cleaners.find((member) => member.id === line.doneBy);
  return (
    <li data-done={line.done || undefined}>
      {line.done && <span className="k-hidden">Done: </span>}
      {line.english} <span lang="zh">{line.chinese}</span>
      {line.done && line.doneAt && (
        <small>
          {' '}
          {who ? nameOf(who) : 'Office'}, {time(line.doneAt)}
        </small>
      )}
    </li>
  );
}
