import { Link } from 'react-router';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { Panel } from '#platform/web/office/record.tsx';
import type { Job } from '../../../contract/shapes.ts';
import { mayChange } from '../change/crew-plan.ts';
import { nameOf } from '../job-words.ts';
import styles from './view.module.css';

interface CrewPanelProps {
  readonly job: Job;
  /** Asks who else could take this place, from 0. */
  onChange(place: number): void;
}

/** Who comes, and when each of them was there. */
export function CrewPanel({ job, onChange }: CrewPanelProps) {
  const { cleaners, numCleaners } = job;
  // A place keeps its button, and with it the focus, when somebody else takes it.
  const places = cleaners.map((member, place) => ({ member, place }));
  return (
    <Panel title="Crew" note={numCleaners === 1 ? '1 cleaner' : `${numCleaners} cleaners`}>
      <ul className={styles.crew}>
        {places.map(({ member, place }) => (
          <li key={place}>
            <PersonTile
              id={member.id}
              initials={initialsOf(member.firstname, member.lastname)}
              size={36}
              photo={member.profilePhoto}
            />
            <span className={styles.member}>
              <Link to={`/admin/cleaners/${member.id}/view`}>{nameOf(member)}</Link>
              <Clocked member={member} />
            </span>
            {mayChange(job) && member.startedAt === null && (
              <Button
                kind="quiet"
                size="small"
                onClick={() => onChange(place)}
                aria-label={`Change ${nameOf(member)}`}
              >
                Change
              </Button>
            )}
          </li>
        ))}
      </ul>
      {cleaners.length < numCleaners && <p className={styles.short}>This visit needs more cleaners.</p>}
    </Panel>
  );
}

function Clocked({ member }: { readonly member: Job['cleaners'][number] }) {
  const { time } = useFormat();
  if (member.startedAt === null) return <small>Not clocked in</small>;
  const until = member.finishedAt === null ? ', still working' : `, out ${time(member.finishedAt)}`;
  return (
    <small>
      In {time(member.startedAt)}
      {until}
    </small>
  );
}
