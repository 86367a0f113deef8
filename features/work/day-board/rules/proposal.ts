import type { BoardCleaner, BoardVisit, DayBoard } from '../contract.ts';
import { type Ghost, minuteOn, type Part, type Row } from './rows.ts';

/** A change of one visit’s crew that is proposed and has not been made. */
export interface ProposedCrew {
  readonly jobID: string;
  /** The visit as it was when this was proposed: its start, and its crew by position. */
  readonly startTime: string;
  readonly before: readonly string[];
  /** By position; null: a cleaner who does not work here yet. */
  readonly after: readonly (string | null)[];
  readonly isLeftOut: boolean;
  /** What it brings, in a sentence; may be empty. */
  readonly gain: string;
}

/** Proposed crews, shown as ghosts on the board. */
export interface Proposal {
  readonly visits: readonly ProposedCrew[];
  /** Undefined if it can only be looked at. */
  readonly decide: Decide | undefined;
  /** The visit whose ghost is to be focused; another object each time. */
  readonly sought: { readonly jobID: string } | null;
}

/** Decides about a visit, together with those that exchange cleaners with it. */
export interface Decide {
  accept(jobID: string): void;
  /** Leaves it out, or includes it again. */
  leaveOut(jobID: string): void;
}

/** The row of a cleaner who does not work here yet. */
export const EXTRA = 'extra';

/** Whether a visit is as it was when the change was proposed. */
export function isAsProposed(
  { startTime, crew }: Pick<BoardVisit, 'startTime' | 'crew'>,
  proposed: Pick<ProposedCrew, 'startTime' | 'before'>,
): boolean {
  return startTime === proposed.startTime && crew.map(({ id }) => id).join() === proposed.before.join();
}

/**
 * The rows of a board with the ghosts of a proposal; parts that would leave their row are marked. Visits that have
 * changed since have no ghost. A cleaner who does not work here yet gets a row below the tray.
 */
export function withProposal(
  rows: readonly Row[],
  { visits }: Pick<Proposal, 'visits'>,
  board: DayBoard,
): Row[] {
  const proposed = new Map(visits.map((visit) => [visit.jobID, visit]));
  const moves = rows.flatMap(({ parts }) =>
    parts.flatMap((part): Move[] => {
      const found = proposed.get(part.visit.jobID);
      return found && isAsProposed(part.visit, found) ? moveOf(part, found) : [];
    }),
  );
  const leaving = new Set(moves.flatMap(({ ghost }) => (ghost.isLeftOut ? [] : [ghost.part.key])));
  const ghosts = Map.groupBy(moves, ({ rowID }) => rowID);
  const shown = rows.map((row): Row => {
    const own = ghosts.get(row.id)?.map(({ ghost }) => ghost);
    const leaves = row.parts.some(({ key }) => leaving.has(key));
    if (own === undefined && !leaves) return row;
    const parts = row.parts.map((part) => (leaving.has(part.key) ? { ...part, isLeaving: true } : part));
    return { ...row, parts: leaves ? parts : row.parts, ghosts: own ?? [] };
  });
  const extra = ghosts.get(EXTRA);
  if (extra === undefined) return shown;
  const [tray, ...others] = shown;
  return [...(tray ? [tray] : []), extraRow(board, extra), ...others];
}

interface Move {
  readonly rowID: string;
  readonly ghost: Ghost;
}

function moveOf(part: Part, { after, isLeftOut, gain }: ProposedCrew): Move[] {
  const to = after[part.position];
  if (to === undefined || to === part.member?.id) return [];
  const { start, end } = part;
  return [{ rowID: to ?? EXTRA, ghost: { key: `ghost:${part.key}`, start, end, part, isLeftOut, gain } }];
}

function extraRow({ day, opening }: DayBoard, moves: readonly Move[]): Row {
  const ghosts = moves.map(({ ghost }) => ghost);
  const minutes = ghosts.reduce((sum, { start, end }) => sum + end - start, 0);
  const open = minuteOn(day, opening.endTime) - minuteOn(day, opening.startTime);
  const cleaner: BoardCleaner = {
    id: EXTRA,
    fullname: 'One more cleaner',
    mobile: '',
    profilePhoto: '',
    languages: [],
    regions: ['Not hired yet'],
    hasLeft: false,
    shifts: [opening],
    off: [],
    hoursBooked: minutes / 60,
    hoursAvailable: open / 60,
  };
  return { id: EXTRA, cleaner, parts: [], lanes: 1, shifts: [], off: [], ghosts };
}
