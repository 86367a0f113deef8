import IconNotes from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs';
import IconPaw from '@tabler/icons-react/dist/esm/icons/IconPaw.mjs';
import IconStar from '@tabler/icons-react/dist/esm/icons/IconSparkles.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserX.mjs';
import { type CSSProperties, memo } from 'react';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { StatusGlyph } from '#platform/web/design/parts/status-chip.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { TinyHours } from '#platform/web/design/tiles/tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { type Span, without } from '../../rules/load.ts';
import { EXTRA } from '../../rules/proposal.ts';
import { clipped, type Ghost, gapsOf, type Part, type Row, type Stop, stopsOf } from '../../rules/rows.ts';
import {
  awayText,
  hasNotes,
  offText,
  partChip,
  positionText,
  shortArea,
  spanText,
  stopLabel,
} from './board-text.ts';
import { CleanerMenu } from './cleaner-menu.tsx';
import styles from './day-board.module.css';
import type { DropCheck } from './drop-check.ts';
import { PersonLoad, PersonName } from './person.tsx';

/** Where a held visit would go in this row. */
export interface Shadow extends Span {
  readonly check: DropCheck;
}

interface BoardRowProps {
  readonly row: Row;
  readonly day: string;
  /** From 1, the heading included. */
  readonly index: number;
  readonly hours: Span;
  /** The time that states are shown for. */
  readonly now: Date;
  /** The current minute, if it is shown. */
  readonly nowAt: number | null;
  /** The stop that has the keyboard. */
  readonly active: string | null;
  readonly shadow: Shadow | null;
  /** The part that is being moved. */
  readonly lifted: string | null;
  /** Visits that have just changed, by job. */
  readonly changed: ReadonlySet<string>;
  /** px from the top of the rows. */
  readonly top?: number | undefined;
  /** Time marked by dragging, for a new job. */
  readonly marked: Span | null;
}

/** A tray with more lanes than this scrolls away with the rows. */
export const MAX_STICKY_LANES = 4;

type Vars = CSSProperties & Record<`--${string}`, string | number>;

/** Position on the row’s track, in percent of the hours shown. */
export function trackPosition({ start, end }: Span, hours: Span): Vars {
  const whole = hours.end - hours.start;
  return {
    '--at': `${((start - hours.start) / whole) * 100}%`,
    '--long': `${((end - start) / whole) * 100}%`,
  };
}

/** One cleaner’s day, or the tray. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { row, day, index, hours, now, nowAt, active, shadow, lifted, changed, top, marked } = props;
  const rowStyle: Vars = {
    '--lanes': row.lanes,
    ...(top !== undefined && { transform: `translateY(${top}px)` }),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: positioned by CSS; its cells have the focus
    <div
      role="row"
      aria-rowindex={index}
      className={styles.row}
      data-row={row.id}
      data-tray={row.cleaner === null || undefined}
      data-empty={(row.cleaner === null && row.parts.length === 0) || undefined}
      data-tall={row.lanes > MAX_STICKY_LANES || undefined}
      data-under={shadow?.check.verdict}
      style={rowStyle}
    >
      <RowName row={row} day={day} />
      <div className={styles.track} data-track>
        {row.cleaner && row.id !== EXTRA && <Background row={row} hours={hours} />}
        {marked && <i className={styles.marked} style={trackPosition(marked, hours)} />}
        {stopsOf(row, hours).map((stop) => (
          <StopCell
            key={stop.key}
            stop={stop}
            label={stopLabel(stop, row, now)}
            isActive={stop.key === active}
            isLifted={lifted !== null && stop.key === lifted}
            isChanged={stop.kind === 'visit' && changed.has(stop.part.visit.jobID)}
            {...{ hours, now }}
          />
        ))}
        {nowAt !== null && (
          <i className={styles.nowLine} style={trackPosition({ start: nowAt, end: nowAt }, hours)} />
        )}
        {shadow && (
          <div
            className={`k-nowrap ${styles.shadow}`}
            data-verdict={shadow.check.verdict}
            style={trackPosition(shadow, hours)}
          >
            <b>{spanText(shadow)}</b>
            <span>{shadow.check.sentence}</span>
          </div>
        )}
      </div>
    </div>
  );
});

function RowName({ row, day }: Pick<BoardRowProps, 'row' | 'day'>) {
  const { cleaner, parts } = row;
  if (cleaner === null)
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: positioned by CSS
      <div role="rowheader" className={styles.name}>
        <span className="k-inline k-gap-8">
          <Icon of={IconUserOff} size={18} />
          <b>{parts.length === 0 ? t('Every visit has its crew') : t('No crew')}</b>
        </span>
        <b>{parts.length > 0 && parts.length}</b>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: positioned by CSS
    <div role="rowheader" className={styles.name}>
      <PersonTile
        id={cleaner.id}
        initials={initialsOf(cleaner.fullname)}
        size={34}
        photo={cleaner.profilePhoto}
      />
      {row.id === EXTRA ? <PersonName cleaner={cleaner} /> : <CleanerMenu day={day} cleaner={cleaner} />}
      <PersonLoad cleaner={cleaner} />
    </div>
  );
}

/** Time in which the cleaner does not work, time off and blocks, and rides. */
function Background({ row, hours }: { readonly row: Row; readonly hours: Span }) {
  const { shifts, off } = row;
  return (
    <>
      {without([hours], [...shifts, ...off]).map((each) => (
        <i key={each.start} className={styles.outside} style={trackPosition(each, hours)}>
          {shifts.length === 0 && awayText(row)}
        </i>
      ))}
      {clipped(off, hours).map((each) => (
        <i
          key={each.key}
          className={styles.off}
          data-kind={each.onlyJobType === null ? each.kind : 'part'}
          style={trackPosition(each, hours)}
        >
          {offText(each)}
        </i>
      ))}
      {gapsOf(row).map((gap) => (
        <i
          key={gap.key}
          className={`k-muted ${styles.ride}`}
          data-short={gap.isShort || undefined}
          style={trackPosition(gap, hours)}
        >
          <span>{t('{{minutes}} min', { minutes: gap.minutes })}</span>
        </i>
      ))}
    </>
  );
}

interface StopCellProps {
  readonly stop: Stop;
  readonly label: string;
  readonly hours: Span;
  readonly now: Date;
  readonly isActive: boolean;
  readonly isLifted: boolean;
  readonly isChanged: boolean;
}

function StopCell({ stop, label, hours, now, isActive, isLifted, isChanged }: StopCellProps) {
  const common = {
    role: 'gridcell',
    'data-stop': stop.key,
    tabIndex: isActive ? 0 : -1,
  } as const;
  const words = <span className="k-hidden">{label}</span>;
  if (stop.kind === 'ghost')
    return <GhostCell ghost={stop.ghost} common={common} {...{ label, hours, now }} />;
  if (stop.kind !== 'visit')
    return (
      <div {...common} className={styles.stop} data-kind={stop.kind} style={trackPosition(stop, hours)}>
        {words}
      </div>
    );
  const { part } = stop;
  return (
    <div
      {...common}
      className={styles.part}
      data-service={part.visit.jobType}
      data-state={partChip(part, now).status}
      data-owed={part.visit.status === 'confirmed' || undefined}
      data-lifted={isLifted || undefined}
      data-changed={isChanged || undefined}
      data-leaving={part.isLeaving || undefined}
      style={{ ...trackPosition(part, hours), '--lane': part.lane } as Vars}
    >
      {words}
      <PartFace part={part} now={now} />
    </div>
  );
}

interface GhostCellProps {
  readonly ghost: Ghost;
  readonly label: string;
  readonly hours: Span;
  readonly now: Date;
  readonly common: { readonly role: 'gridcell'; readonly 'data-stop': string; readonly tabIndex: number };
}

/** Where a proposal would put a part of a visit. */
function GhostCell({ ghost, label, hours, now, common }: GhostCellProps) {
  return (
    <div
      {...common}
      className={styles.part}
      data-proposed={ghost.isLeftOut ? 'left-out' : 'included'}
      data-service={ghost.part.visit.jobType}
      style={{ ...trackPosition(ghost, hours), '--lane': 0 } as Vars}
    >
      <span className="k-hidden">{label}</span>
      <GhostFace part={ghost.part} isLeftOut={ghost.isLeftOut} now={now} />
    </div>
  );
}

/** A block under the pointer. */
export function HeldBlock({ part, now }: { readonly part: Part; readonly now: Date }) {
  return (
    <div className={styles.part} data-ghost data-service={part.visit.jobType}>
      <PartFace part={part} now={now} />
    </div>
  );
}

/** What a block shows: customer, area, hours, state by shape, and what to know before going there. */
function PartFace({ part, now }: { readonly part: Part; readonly now: Date }) {
  const { visit } = part;
  const chip = partChip(part, now);
  const position = positionText(part);
  const saysState = chip.status === 'wrong' || chip.status === 'held' || visit.status === 'confirmed';
  return (
    <span aria-hidden="true" className="k-contents">
      <span className={`k-truncate k-small ${styles.line}`}>
        <b>{visit.customer.fullname}</b> <span>{shortArea(visit.area)}</span>
        {position && <span>, {position}</span>}
      </span>
      <span className={`k-row k-gap-4 ${styles.facts}`}>
        <TinyHours service={visit.jobType} hours={visit.hours} solid={hoursPast(part, now)} bare />
        {visit.isFirst && <Icon of={IconStar} size={15} />}
        {visit.hasPets && <Icon of={IconPaw} size={15} />}
        {hasNotes(part) && <Icon of={IconNotes} size={15} />}
      </span>
      <span className={`k-inline k-nowrap k-strong k-small ${styles.state}`}>
        {saysState && (
          <span>{visit.status === 'confirmed' && chip.status !== 'wrong' ? t('Unpaid') : chip.word}</span>
        )}
        {chip.status !== 'upcoming' && <StatusGlyph status={chip.status} />}
      </span>
    </span>
  );
}

/** What a ghost shows: the visit, and whether it is left out. */
function GhostFace({
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
    <span aria-hidden="true" className="k-contents">
      <span className={`k-truncate k-small ${styles.line}`}>
        <b>{visit.customer.fullname}</b> <span>{shortArea(visit.area)}</span>
        {position && <span>, {position}</span>}
      </span>
      <span className={`k-row k-gap-4 ${styles.facts}`}>
        <TinyHours service={visit.jobType} hours={visit.hours} solid={hoursPast(part, now)} bare />
      </span>
      <span className={`k-inline k-nowrap k-strong k-small ${styles.state}`}>
        <span>{isLeftOut ? t('Left out') : t('Proposed')}</span>
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
