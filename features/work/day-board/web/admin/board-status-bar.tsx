import { useState } from 'react';
import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { type Candidate, whyNot } from '#features/work/jobs/web/office/crew-plan.ts';
import { nameOf } from '#features/work/jobs/web/office/job-labels.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { SmallTile, TinyHours } from '#platform/web/design/tiles/tile.tsx';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { useShortcut } from '#platform/web/shortcuts.ts';
import type { BoardCleaner } from '../../contract.ts';
import type { Decide } from '../../rules/proposal.ts';
import type { Ghost, Part, Stop } from '../../rules/rows.ts';
import { holderText, partChip, positionText, rowName, spanText, timeText, visitName } from './board-text.ts';
import { coverAddress } from './cleaner-menu.tsx';
import styles from './day-board.module.css';
import { isMovable } from './use-lift.ts';
import { type OpenQuestion, useCandidates, type useMoves } from './use-moves.ts';

interface BoardStatusBarProps {
  readonly day: string;
  readonly moves: ReturnType<typeof useMoves>;
  readonly stop: Stop | undefined;
  /** Of the stop’s row. */
  readonly rowName: string;
  /** Of the stop’s row; null in the tray. */
  readonly cleaner: BoardCleaner | null;
  readonly now: Date;
  readonly mayChange: boolean;
  readonly isSaving: boolean;
  /** Decides about ghosts; undefined if they can only be looked at. */
  readonly decide: Decide | undefined;
  /** Undefined where no job can be booked. */
  readonly book: (() => void) | undefined;
}

/** Below the board: what is chosen and what can be done with it, and questions about a drop. */
export function BoardStatusBar(props: BoardStatusBarProps) {
  const { day, moves, isSaving } = props;
  const { lift, target, check, question } = moves;
  if (isSaving)
    return (
      <div className={styles.statusBar} role="status">
        <p>{t('Saving.')}</p>
      </div>
    );
  if (lift?.by === 'keyboard' && target && check !== null)
    return (
      <div className={styles.statusBar} data-kind="lift">
        <p>
          {tNodes('{{b}} to {{rowName}}, {{time}}. {{sentence}}', {
            b: <b>{visitName(lift.part.visit)}</b>,
            rowName: rowName(target),
            time: timeText(lift.start),
            sentence: check.sentence,
          })}
        </p>
        <span className="k-row k-bottom k-wrap k-gap-8">
          <Button size="small" onClick={moves.dropHere}>
            {t('Drop here')}
          </Button>
          <Button size="small" kind="quiet" onClick={moves.putBack}>
            {t('Put back')}
          </Button>
        </span>
      </div>
    );
  if (question?.kind === 'rank') return <Ranking day={day} part={question.part} moves={moves} />;
  if (question !== null) return <Question question={question} moves={moves} />;
  return <ChosenVisitBar {...props} />;
}

type Moves = BoardStatusBarProps['moves'];

interface QuestionProps {
  readonly question: Exclude<OpenQuestion, { kind: 'rank' }>;
  readonly moves: Moves;
}

function Question({ question, moves }: QuestionProps) {
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { target } = question;
  if (question.kind === 'series')
    return (
      <div className={styles.statusBar} data-kind="question" role="alert">
        <p>
          {tNodes('{{b}} is part of a series. Move to {{time}}:', {
            b: <b>{visitName(target.part.visit)}</b>,
            time: timeText(target.start),
          })}
        </p>
        <span className="k-row k-bottom k-wrap k-gap-8">
          <Button size="small" autoFocus onClick={() => moves.save(target)}>
            {t('This visit')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => moves.saveFollowing(target)}>
            {t('This and the following')}
          </Button>
          <Button size="small" kind="quiet" onClick={moves.putBack}>
            {t('Keep as it is')}
          </Button>
        </span>
      </div>
    );
  if (question.kind === 'refused')
    return (
      <div className={styles.statusBar} data-kind="refused" role="alert">
        <p>
          {tNodes('{{b}} was not moved to {{name}}. {{sentence}}', {
            b: <b>{visitName(target.part.visit)}</b>,
            name: question.name,
            sentence: question.sentence,
          })}
        </p>
        <Button size="small" kind="quiet" onClick={moves.putBack}>
          {t('Close')}
        </Button>
      </div>
    );
  return (
    <form
      className={styles.statusBar}
      data-kind="question"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') moves.save(target, reason.trim());
        else setAsked(true);
      }}
    >
      <p role="alert">
        <b>{question.name}</b>: {question.check.sentence}
      </p>
      <span className="k-row k-bottom k-wrap k-gap-8">
        <TextField
          label={t('Reason to assign anyway')}
          autoFocus
          maxLength={200}
          value={reason}
          error={isAsked && reason.trim() === '' && t('Enter a reason.')}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button size="small" type="submit">
          {t('Assign anyway')}
        </Button>
        <Button size="small" kind="quiet" onClick={moves.putBack}>
          {t('Keep as it is')}
        </Button>
      </span>
    </form>
  );
}

/** As many as there are digits. */
const MAX_RANKED = 9;

/** Who else could come, best first; digits choose. */
function Ranking({ day, part, moves }: { readonly day: string; readonly part: Part; readonly moves: Moves }) {
  const candidates = useCandidates({ day, part, start: part.start });
  const { visit } = part;
  const free = candidates?.filter((each) => whyNot(each, visit.crew) === null).slice(0, MAX_RANKED);
  return (
    <div className={styles.statusBar} data-kind="question">
      <p>
        <b>{visitName(visit)}</b>, {spanText(part)}. {free === undefined && t('Checking who is free.')}
        {free?.length === 0 && <span>{t('No one else is free at that time. Move the visit.')}</span>}
        {free !== undefined && free.length > 0 && <span>{t('Free, best first:')}</span>}
      </p>
      <span className="k-row k-bottom k-wrap k-gap-8" role="status">
        {free?.map((each, index) => (
          <Ranked
            key={each.id}
            digit={index + 1}
            candidate={each}
            onChoose={() => moves.save({ part, rowID: each.id, start: part.start })}
          />
        ))}
        <ButtonLink
          size="small"
          kind="quiet"
          href={`/admin/jobs/${visit.jobID}/view?ask=crew-${part.position + 1}`}
        >
          {t('All cleaners')}
        </ButtonLink>
        <Button size="small" kind="quiet" onClick={moves.putBack}>
          {t('Close')}
        </Button>
      </span>
    </div>
  );
}

interface RankedProps {
  readonly digit: number;
  readonly candidate: Candidate;
  onChoose(): void;
}

function Ranked({ digit, candidate, onChoose }: RankedProps) {
  useShortcut(String(digit), onChoose);
  return (
    <Button size="small" kind="quiet" onClick={onChoose} aria-keyshortcuts={String(digit)}>
      <kbd>{digit}</kbd> {nameOf(candidate)}
    </Button>
  );
}

/** The stop that is chosen, with its actions. */
function ChosenVisitBar(props: BoardStatusBarProps) {
  const { day, stop, rowName: name, cleaner, now, mayChange, moves, decide, book } = props;
  if (stop?.kind === 'ghost')
    return <ChosenGhost ghost={stop.ghost} rowName={name} decide={decide} moves={moves} />;
  if (stop?.kind === 'visit') return <ChosenVisit part={stop.part} {...{ day, now, mayChange, moves }} />;
  return (
    <div className={styles.statusBar}>
      {stop?.kind === 'free' ? (
        <p>{tNodes('{{b}} is free {{span}}.', { b: <b>{name}</b>, span: spanText(stop) })}</p>
      ) : (
        <BoardLegend />
      )}
      <span className="k-row k-bottom k-wrap k-gap-8">
        {mayChange && stop?.kind === 'free' && (
          <Button size="small" kind="quiet" onClick={book} aria-keyshortcuts="n">
            {t('New job here')}
          </Button>
        )}
        {cleaner && (
          <>
            {mayChange && <CannotCome day={day} cleanerID={cleaner.id} />}
            <ButtonLink size="small" kind="quiet" href={`tel:+${cleaner.mobile}`}>
              {t('Call')}
            </ButtonLink>
            <ButtonLink size="small" kind="quiet" href={`sms:+${cleaner.mobile}`}>
              {t('Text')}
            </ButtonLink>
            <ButtonLink size="small" kind="quiet" href={`/admin/cleaners/${cleaner.id}/schedule`}>
              {t('Schedule')}
            </ButtonLink>
          </>
        )}
      </span>
    </div>
  );
}

type VisitProps = Pick<BoardStatusBarProps, 'day' | 'now' | 'mayChange' | 'moves'> & { readonly part: Part };

function ChosenVisit({ day, part, now, mayChange, moves }: VisitProps) {
  const { visit, member } = part;
  const chip = partChip(part, now);
  const position = positionText(part);
  const mayMove = mayChange && isMovable(part);
  return (
    <div className={styles.statusBar}>
      <div className={styles.facts2}>
        <p>
          <b>{visitName(visit)}</b>, {spanText(part)}, {JOB_TYPE_NAMES[visit.jobType].toLowerCase()}
          {position && t(', cleaner {{position}}', { position })}
          {member?.isMissing && t(', {{fullname}} cannot come', { fullname: member.fullname })}{' '}
          <StatusChip status={chip.status}>{chip.word}</StatusChip>
        </p>
        <p className="k-muted">
          {[
            visit.isFirst && t('First visit.'),
            visit.hasPets && t('Pets.'),
            visit.status === 'confirmed' && t('Not paid yet.'),
            visit.contactDetails,
            visit.specialRequests,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <span className="k-row k-bottom k-wrap k-gap-8">
        {mayMove && (
          <>
            <Button size="small" kind="quiet" onClick={() => moves.pickUp(part)} aria-keyshortcuts="m">
              {t('Move')}
            </Button>
            <Button
              size="small"
              kind="quiet"
              onClick={() => moves.ask({ kind: 'rank', part })}
              aria-keyshortcuts="r"
            >
              {member === null ? t('Assign') : t('Replace')}
            </Button>
          </>
        )}
        {mayMove && member !== null && <CannotCome day={day} cleanerID={member.id} />}
        <ButtonLink size="small" kind="quiet" href={`tel:+${visit.customer.mobile}`}>
          {t('Call')}
        </ButtonLink>
        <ButtonLink size="small" kind="quiet" href={`/admin/jobs/${visit.jobID}/view`}>
          {t('Open')}
        </ButtonLink>
      </span>
    </div>
  );
}

interface GhostProps {
  readonly ghost: Ghost;
  /** Who would come. */
  readonly rowName: string;
  readonly decide: Decide | undefined;
  readonly moves: Moves;
}

/** A proposed change, and its decision. */
function ChosenGhost({ ghost, rowName: name, decide, moves }: GhostProps) {
  const { part, isLeftOut, gain } = ghost;
  const { visit } = part;
  return (
    <div className={styles.statusBar} data-kind="lift">
      <p>
        {tNodes('{{b}}, {{span}}: {{name}} instead of {{holder}}. {{gain}}', {
          b: <b>{visitName(visit)}</b>,
          span: spanText(part),
          name,
          holder: holderText(part),
          gain,
        })}
      </p>
      <span className="k-row k-bottom k-wrap k-gap-8">
        {decide && (
          <>
            <Button size="small" aria-keyshortcuts="Enter" onClick={() => moves.acceptGhost(ghost, decide)}>
              {t('Accept')}
            </Button>
            <Button
              size="small"
              kind="quiet"
              aria-keyshortcuts="x"
              onClick={() => moves.leaveGhostOut(ghost, decide)}
            >
              {isLeftOut ? t('Include') : t('Leave out')}
            </Button>
          </>
        )}
        <ButtonLink size="small" kind="quiet" href={`/admin/jobs/${visit.jobID}/view`}>
          {t('Open')}
        </ButtonLink>
      </span>
    </div>
  );
}

/** To the page that covers all visits of a cleaner from this day on. */
function CannotCome({ day, cleanerID }: { readonly day: string; readonly cleanerID: string }) {
  return (
    <ButtonLink size="small" kind="quiet" href={coverAddress(cleanerID, day)}>
      {t('Cannot come')}
    </ButtonLink>
  );
}

/** What the colours and shapes mean. */
function BoardLegend() {
  return (
    <p className={styles.legend}>
      {JOB_TYPES.map((type) => (
        <span key={type}>
          <TinyHours service={type} hours={1} /> {JOB_TYPE_NAMES[type]}
        </span>
      ))}
      <span>{tNodes('{{i}} Travel', { i: <i className={styles.rideSample} /> })}</span>
      <span>
        {tNodes('{{smalltile}} Arrow keys choose, Enter opens', {
          smalltile: <SmallTile state="now" size={14} />,
        })}
      </span>
    </p>
  );
}
