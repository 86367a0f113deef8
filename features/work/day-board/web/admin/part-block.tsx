import IconNotes from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { StatusGlyph } from '#platform/web/design/parts/status-chip.tsx';
import { TinyHours } from '#platform/web/design/tiles/tile.tsx';
import type { Part } from '../../rules/rows.ts';
import { hasNotes, partChip, positionText, shortArea } from './board-text.ts';
import styles from './day-board.module.css';

/** What a block shows: customer, area, hours, state by shape, and what to know before going there. */
export function PartFace({ part, now }: { readonly part: Part; readonly now: Date }) {
  const { visit } = part;
  const chip = partChip(part, now);
  const position = positionText(part);
  const saysState = chip.status === 'wrong' || chip.status === 'held' || visit.status === 'confirmed';
  return (
    <span aria-hidden="true" className={styles.face}>
      <span className={styles.line}>
        <b>{visit.customer.fullname}</b> <span>{shortArea(visit.area)}</span>
        {position && <span>, {position}</span>}
      </span>
      <span className={styles.facts}>
        <TinyHours service={visit.jobType} hours={visit.hours} solid={hoursPast(part, now)} bare />
        {visit.isFirst && <Icon of={IconStar} size={15} />}
        {visit.hasPets && <Icon of={IconPaw} size={15} />}
        {hasNotes(part) && <Icon of={IconNotes} size={15} />}
      </span>
      <span className={styles.state}>
        {saysState && (
          <span>{visit.status === 'confirmed' && chip.status !== 'wrong' ? 'Unpaid' : chip.word}</span>
        )}
        {chip.status !== 'upcoming' && <StatusGlyph status={chip.status} />}
      </span>
    </span>
  );
}

/** What a ghost shows: the visit, and whether it is left out. */
export function GhostFace({
  part,
  isLeftOut,
  now,
}: {
  readonly part: Part;
  readonly isLeftOut: boolean;
  readonly now: Date;
}) {
  const { visit } = part;
  const position = positionText(part);
  return (
    <span aria-hidden="true" className={styles.face}>
      <span className={styles.line}>
        <b>{visit.customer.fullname}</b> <span>{shortArea(visit.area)}</span>
        {position && <span>, {position}</span>}
      </span>
      <span className={styles.facts}>
        <TinyHours service={visit.jobType} hours={visit.hours} solid={hoursPast(part, now)} bare />
      </span>
      <span className={styles.state}>
        <span>{isLeftOut ? 'Left out' : 'Proposed'}</span>
      </span>
    </span>
  );
}

/** Hours of the visit that have passed; all of one that is done. */
function hoursPast({ visit, member }: Part, now: Date): number {
  if (member?.finishedAt) return visit.hours;
  const since = (now.getTime() - Date.parse(visit.startTime)) / 3_600_000;
  return Math.min(Math.max(since, 0), visit.hours);
}
