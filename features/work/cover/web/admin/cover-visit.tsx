import { Link } from 'react-router';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { CoverOption, VisitToCover } from '../../contract.ts';
import styles from './cover.module.css';

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
export function CoverVisit(props: CoverVisitProps) {
  const { visit, chosen, namesAway, overrideReason, isReasonAsked, onChoose, onReason } = props;
  const format = useFormat();
  const { jobID, customer, options, isSoon, away } = visit;
  const when = `${format.date(visit.startTime)}, ${format.timeRange(visit.startTime, visit.endTime)}`;
  const { reasons = [], message = '', needsReason = false } = options[chosen] ?? {};
  return (
    <li className={styles.visit}>
      <div className={styles.head}>
        <div>
          <Link to={`/admin/jobs/${jobID}/view`}>{when}</Link>
          <p className={styles.quiet}>
            {[customer.fullname, visit.area, ...visit.crew.map(({ fullname }) => `with ${fullname}`)]
              .filter((part) => part !== '')
              .join(', ')}
          </p>
          {namesAway && (
            <p className={styles.quiet}>
              {`${away.map(({ fullname }) => fullname).join(' and ')} cannot come`}
            </p>
          )}
        </div>
        {isSoon && (
          <div className={styles.soon}>
            <StatusChip status="wrong">Within the hour</StatusChip>
            <ButtonLink kind="quiet" size="small" href={`tel:+${customer.mobile}`}>
              {`Call ${customer.fullname}`}
            </ButtonLink>
          </div>
        )}
      </div>
      <RadioTiles
        label={`What to do about ${when}, ${customer.fullname}`}
        hideLabel
        name={jobID}
        value={String(chosen)}
        onChange={(value) => {
          const option = options[Number(value)];
          if (option !== undefined) onChoose(option);
        }}
        options={options.map(({ title, needsReason: isUnsuited }, index) => ({
          value: String(index),
          label: isUnsuited ? `Assign anyway: ${title}` : title,
        }))}
      />
      {reasons.length > 0 && <p className={styles.reasons}>{`${reasons.join('. ')}.`}</p>}
      {needsReason && (
        <TextField
          label="Reason"
          hint="Shown in the job's history."
          required
          maxLength={LONGEST_REASON}
          value={overrideReason}
          error={isReasonAsked && overrideReason.trim() === '' && 'Enter a reason.'}
          onChange={(event) => onReason(event.target.value)}
        />
      )}
      {message !== '' && (
        <p className={styles.message}>
          <span className={styles.quiet}>The customer gets: </span>
          {message.replace(/\n{2,}/g, '\n')}
        </p>
      )}
    </li>
  );
}
