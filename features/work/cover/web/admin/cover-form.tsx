import { useState } from 'react';
import { Link } from 'react-router';
import type { CallInput } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { EmptyState, ErrorState } from '#platform/web/design/parts/states.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { Absence } from '../../contract/absences.ts';
import {
  type Cover,
  type CoverChoice,
  type CoverOption,
  planCover,
  startCover,
  type VisitToCover,
} from '../../contract.ts';
import styles from './cover.module.css';

interface CoverFormProps {
  readonly visits: readonly VisitToCover[];
  /** Who is away, and when. */
  readonly period: Pick<
    NonNullable<CallInput<typeof startCover>['body']>,
    'cleanerIDs' | 'from' | 'until' | 'leaves'
  >;
  /** The cleaner's own report, if it is open. */
  readonly absence: Absence | null;
  /** Of the time off; blank: none is set. */
  readonly reason: string;
  onDone(cover: Cover): void;
}

/** Every visit with its best solution chosen; one press does them all. */
export function CoverForm({ visits, period, absence, reason, onDone }: CoverFormProps) {
  // By the solution itself, also the proposed one: the plan is read again when a colleague changes something, and must not
  // change under the finger of somebody who is about to press.
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(() => new Map(visits.map(proposalOf)));
  const start = useAct(startCover, { refresh: [planCover], onSuccess: onDone });
  const indexOf = ({ jobID, options }: VisitToCover) =>
    Math.max(
      0,
      options.findIndex((option) => keyOf(option) === chosen.get(jobID)),
    );
  const [overrideReasons, setOverrideReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const reasonOf = (jobID: string) => overrideReasons.get(jobID) ?? '';
  const choices = visits.flatMap((visit) => {
    const option = visit.options[indexOf(visit)];
    if (option === undefined) return [];
    const overrideReason = reasonOf(visit.jobID).trim();
    const choice =
      option.needsReason && option.choice.kind === 'replace'
        ? { ...option.choice, overrideReason }
        : option.choice;
    return [{ jobID: visit.jobID, choice }];
  });
  const [isAsked, setAsked] = useState(false);
  const lacksReason = choices.some(({ choice }) => choice.kind === 'replace' && choice.overrideReason === '');
  const askForReason = (form: HTMLFormElement) => {
    setAsked(true);
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const setsTimeOff = reason.trim() !== '' && absence === null;
  const words = coverWords(choices.map(({ choice }) => choice));
  return (
    <form
      className="k-stack k-gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (start.isPending) return;
        if (lacksReason) return askForReason(event.currentTarget);
        start.mutate({
          body: {
            ...period,
            visits: choices,
            ...(setsTimeOff && { timeOff: reason.trim() }),
            ...(absence && { absenceID: absence.id }),
          },
        });
      }}
    >
      {visits.length === 0 && (
        <EmptyState title={t('No visits in that time')}>
          {setsTimeOff ? t('Only the time off is set.') : t('There is nothing to cover.')}
        </EmptyState>
      )}
      <ul className="k-stack k-gap-16">
        {visits.map((visit) => (
          <CoverVisit
            key={visit.jobID}
            visit={visit}
            namesAway={period.cleanerIDs.length !== 1}
            chosen={indexOf(visit)}
            overrideReason={reasonOf(visit.jobID)}
            isReasonAsked={isAsked}
            onReason={(given) => setOverrideReasons((before) => new Map(before).set(visit.jobID, given))}
            onChoose={(option) => setChosen((before) => new Map(before).set(visit.jobID, keyOf(option)))}
          />
        ))}
      </ul>
      {start.error && <ErrorState>{start.error.detail}</ErrorState>}
      {words !== '' && (
        <p className="k-muted">
          {t('Customers and cleaners are told a minute later. Until then you can undo everything.')}
        </p>
      )}
      {(visits.length > 0 || setsTimeOff || absence !== null) && (
        <div className={styles.acts}>
          <Button type="submit" busy={start.isPending && t('Covering')}>
            {words || (setsTimeOff ? t('Set time off') : t('Mark as seen'))}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Of a visit, the solution that is shown first. */
function proposalOf({ jobID, options: [first] }: VisitToCover): [string, string] {
  return [jobID, first === undefined ? '' : keyOf(first)];
}

function keyOf({ choice }: CoverOption): string {
  return JSON.stringify(choice);
}

/** The same limit as the API. */
const LONGEST_REASON = 200;

interface CoverVisitProps {
  readonly visit: VisitToCover;
  /** Index of the option. */
  readonly chosen: number;
  /** Whether to name those who cannot come: there are several. */
  readonly namesAway: boolean;
  /** Why somebody comes who is no match. */
  readonly overrideReason: string;
  /** It was left out. */
  readonly isReasonAsked: boolean;
  onChoose(option: CoverOption): void;
  onReason(reason: string): void;
}

/** One visit with its options, and what the customer will be told. */
function CoverVisit(props: CoverVisitProps) {
  const { visit, chosen, namesAway, overrideReason, isReasonAsked, onChoose, onReason } = props;
  const format = useFormat();
  const { jobID, customer, options, isSoon, away } = visit;
  const when = `${format.date(visit.startTime)}, ${format.timeRange(visit.startTime, visit.endTime)}`;
  const { reasons = [], message = '', needsReason = false } = options[chosen] ?? {};
  return (
    <li className={`k-stack k-gap-8 ${styles.visit}`}>
      <div className="k-row k-stretch k-wrap k-between k-gap-8 k-gap-x-16">
        <div>
          <Link to={`/admin/jobs/${jobID}/view`}>{when}</Link>
          <p className="k-mt-2 k-muted">
            {[
              customer.fullname,
              visit.area,
              ...visit.crew.map(({ fullname }) => t('with {{fullname}}', { fullname })),
            ]
              .filter((part) => part !== '')
              .join(', ')}
          </p>
          {namesAway && (
            <p className="k-mt-2 k-muted">
              {t('{{join}} cannot come', { join: away.map(({ fullname }) => fullname).join(t(' and ')) })}
            </p>
          )}
        </div>
        {isSoon && (
          <div className="k-row k-wrap k-gap-8 k-gap-x-12">
            <StatusChip status="wrong">{t('Within the hour')}</StatusChip>
            <ButtonLink kind="quiet" size="small" href={`tel:+${customer.mobile}`}>
              {t('Call {{fullname}}', { fullname: customer.fullname })}
            </ButtonLink>
          </div>
        )}
      </div>
      <RadioTiles
        label={t('What to do about {{when}}, {{fullname}}', { when, fullname: customer.fullname })}
        hideLabel
        name={jobID}
        value={String(chosen)}
        onChange={(value) => {
          const option = options[Number(value)];
          if (option !== undefined) onChoose(option);
        }}
        options={options.map(({ title, needsReason: isUnsuited }, index) => ({
          value: String(index),
          label: isUnsuited ? t('Assign anyway: {{title}}', { title }) : title,
        }))}
      />
      {reasons.length > 0 && <p>{`${reasons.join('. ')}.`}</p>}
      {needsReason && (
        <TextField
          label={t('Reason')}
          hint={t("Shown in the job's history.")}
          required
          maxLength={LONGEST_REASON}
          value={overrideReason}
          error={isReasonAsked && overrideReason.trim() === '' && t('Enter a reason.')}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
      {message !== '' && (
        <p className={styles.message}>
          <span className="k-muted">{t('The customer gets: ')}</span>
          {message.replace(/\n{2,}/g, '\n')}
        </p>
      )}
    </li>
  );
}

const VERBS = [
  [t('Cover'), ['replace', 'swap']],
  ['move', ['move']],
  ['ask', ['ask']],
  ['cancel', ['cancel']],
] as const satisfies readonly (readonly [string, readonly CoverChoice['kind'][]])[];

/** What a press would do: `Cover 4, ask 1`. */
export function coverWords(choices: readonly CoverChoice[]): string {
  const parts = VERBS.flatMap(([verb, kinds]) => {
    const count = choices.filter(({ kind }) => kinds.some((one) => one === kind)).length;
    return count === 0 ? [] : [`${verb} ${count}`];
  });
  const words = parts.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
