import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Candidate } from '#features/work/jobs/web/office/crew-plan.ts';
import { visitQuery } from '#features/work/jobs/web/office/visit-query.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { instantOf } from '#platform/web/business-time.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { DayBoard } from '../../contract.ts';
import type { Span } from '../../rules/load.ts';
import type { Decide } from '../../rules/proposal.ts';
import { clockOf, type Ghost, minuteOn, type Part, type Row, type Target, TRAY } from '../../rules/rows.ts';
import { rowName, timeText } from './board-text.ts';
import { checkDrop, type DropCheck } from './drop-check.ts';
import type { Arrow, useCursor } from './use-cursor.ts';
import type { useDrop } from './use-drop.ts';
import { isMovable, useLift } from './use-lift.ts';

/** Visits start on the half hour. */
export const STEP = 30;

/** What the status bar asks before a visit moves, or why it does not. */
export type OpenQuestion =
  | { readonly kind: 'refused'; readonly target: Target; readonly sentence: string; readonly name: string }
  | { readonly kind: 'reason'; readonly target: Target; readonly check: DropCheck; readonly name: string }
  | { readonly kind: 'series'; readonly target: Target; readonly check: DropCheck }
  | { readonly kind: 'rank'; readonly part: Part };

interface MovesOptions {
  readonly board: DayBoard;
  /** The tray first. */
  readonly rows: readonly Row[];
  readonly hours: Span;
  /** The minute of the day that has passed; 0 for a later day. */
  readonly past: number;
  readonly cursor: ReturnType<typeof useCursor>;
  readonly drop: ReturnType<typeof useDrop>;
}

/** What is being moved, whether it fits where it is held, and what happens when it is dropped. */
export function useMoves({ board, rows, hours, past, cursor, drop }: MovesOptions) {
  const { day } = board;
  const { lift, setLift } = useLift(board);
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [spoken, say] = useState('');
  const opening = useMemo(
    () => ({
      start: minuteOn(day, board.opening.startTime),
      end: minuteOn(day, board.opening.endTime),
    }),
    [day, board.opening],
  );
  const answers = useAnswers(lift && { day, part: lift.part, start: lift.start });
  const rowAt = (id: string) => rows.find((row) => row.id === id);
  const target = lift && rowAt(lift.rowID);
  const check = lift && target ? checkDrop({ target: lift, row: target, answers, opening, past }) : null;
  /** Where it would go is shown while the status bar asks, too. */
  const asked = question?.kind === 'reason' || question?.kind === 'series' ? question : null;
  const shown = lift && check ? { ...lift, check } : asked && { ...asked.target, check: asked.check };
  const held =
    lift?.by === 'keyboard' && target && check
      ? `${rowName(target)}, ${timeText(lift.start)}. ${check.sentence}`
      : null;
  useEffect(() => {
    if (held !== null) say(held);
  }, [held]);

  /** Saves a drop, or asks for what is missing first. */
  const finishMove = (to: Target, checkThere: DropCheck) => {
    const { verdict, sentence } = checkThere;
    setLift(null);
    // The visit stays where it is until it is saved, and so does the keyboard.
    cursor.follow({ ...to, rowID: rowOf(to.part), start: to.part.start });
    const row = rowAt(to.rowID);
    const name = row ? rowName(row) : '';
    if (verdict === 'same') say(t('Put back.'));
    else if (verdict === 'soft') setQuestion({ kind: 'reason', target: to, check: checkThere, name });
    else if (verdict === 'no') {
      setQuestion({ kind: 'refused', target: to, sentence, name });
      say(t('Not moved. {{sentence}}', { sentence }));
    } else if (movesSeries(to)) setQuestion({ kind: 'series', target: to, check: checkThere });
    else {
      cursor.follow(to);
      void drop.save(to);
    }
  };
  return {
    lift,
    target,
    check,
    shown,
    question,
    spoken,
    ask: setQuestion,
    rowAt,
    /** Accepts a proposed change. */
    acceptGhost({ part }: Ghost, decide: Decide) {
      say(t('Accepting {{fullname}}.', { fullname: part.visit.customer.fullname }));
      cursor.refocus();
      decide.accept(part.visit.jobID);
    },
    /** Leaves a proposed change out, or includes it again. */
    leaveGhostOut({ part, isLeftOut }: Ghost, decide: Decide) {
      say(isLeftOut ? t('Included.') : t('Left out.'));
      cursor.refocus();
      decide.leaveOut(part.visit.jobID);
    },
    /** Begins to move a visit with the keyboard. */
    pickUp(part: Part) {
      if (!isMovable(part)) return say(t('This visit can no longer be moved.'));
      setQuestion(null);
      setLift({ part, rowID: rowOf(part), start: part.start, by: 'keyboard' });
    },
    /** Begins to move it with a pointer, or goes on. */
    hold(to: Target) {
      setQuestion(null);
      say('');
      setLift({ ...to, by: 'pointer' });
    },
    /** Moves it by rows and half hours. */
    step({ rows: down, stops: right }: Arrow) {
      if (lift === null) return;
      const others = rows.filter(({ cleaner }) => cleaner !== null);
      const index = others.findIndex(({ id }) => id === lift.rowID) + down;
      const row = down === 0 ? target : others[Math.min(Math.max(index, 0), others.length - 1)];
      if (!row) return;
      setLift({ ...lift, rowID: row.id, start: startWithin(lift.start + right * STEP, lift.part, hours) });
      cursor.reveal(row.id);
    },
    dropHere() {
      if (lift !== null && check !== null) finishMove(lift, check);
    },
    /** Drops it where a pointer was released. */
    dropAt(to: Target) {
      const row = rowAt(to.rowID);
      // The answers are for the start that was shown last.
      const known = lift?.start === to.start ? answers : undefined;
      // Without a lift, someone else has changed the visit meanwhile.
      if (lift !== null && row) finishMove(to, checkDrop({ target: to, row, answers: known, opening, past }));
    },
    /** A refusal is read once: it goes when something else is chosen. */
    closeRefusal() {
      if (question?.kind !== 'refused') return;
      setQuestion(null);
      say('');
    },
    /** Ends a move or a question without a change. */
    putBack() {
      setQuestion(null);
      cursor.refocus();
      if (lift === null) return;
      setLift(null);
      say(t('Put back.'));
    },
    save(to: Target, reason?: string) {
      setQuestion(null);
      say('');
      cursor.follow(to);
      void drop.save(to, reason);
    },
    saveFollowing(to: Target) {
      setQuestion(null);
      void drop.saveFollowing(to);
    },
  };
}

/** The row in which a visit is. */
function rowOf({ member }: Part): string {
  return member === null || member.isMissing ? TRAY : member.id;
}

/** Whether a drop only moves a visit of a series to another time, so that the following ones could move too. */
function movesSeries({ part, rowID, start }: Target): boolean {
  const { seriesID, status } = part.visit;
  return seriesID !== null && status !== 'pending' && start !== part.start && rowID === part.member?.id;
}

/** A start at which a visit is within the hours shown. */
export function startWithin(start: number, { start: from, end }: Span, hours: Span): number {
  return Math.min(Math.max(start, hours.start), hours.end - (end - from));
}

/** How long a held visit must rest at a start before the server is asked. */
const REST_MS = 120;

interface AnswersQuery {
  readonly day: string;
  readonly part: Part;
  readonly start: number;
}

/** Who could do a visit at a start, best first, with the reasons against the others; undefined until it is known. */
export function useCandidates(query: AnswersQuery | null): readonly Candidate[] | undefined {
  const [rested] = useDebouncedValue(query, REST_MS, { leading: true });
  const sent = rested !== null && query !== null && rested.part.key === query.part.key ? rested : query;
  const found = useQuery({
    ...queryOf(listAvailable, { query: sent === null ? { startTime: '' } : toQuery(sent) }),
    enabled: sent !== null,
  });
  return sent?.start === query?.start ? found.data?.items : undefined;
}

/** The same by cleaner. */
function useAnswers(query: AnswersQuery | null): ReadonlyMap<string, Candidate> | undefined {
  const candidates = useCandidates(query);
  return useMemo(
    () => candidates && new Map(candidates.map((candidate) => [candidate.id, candidate])),
    [candidates],
  );
}

function toQuery({ day, part, start }: AnswersQuery) {
  const { jobID, jobType, postal, genderPreference, hasPets } = part.visit;
  const from = instantOf(`${day} ${clockOf(start)}`);
  return {
    ...visitQuery({
      id: jobID,
      jobType,
      job_address_postal: postal,
      job_address_genderPreference: genderPreference,
      job_address_hasPets: hasPets,
    }),
    startTime: from.toISOString(),
    endTime: new Date(from.getTime() + (part.end - part.start) * 60_000).toISOString(),
    explain: '1' as const,
  };
}
