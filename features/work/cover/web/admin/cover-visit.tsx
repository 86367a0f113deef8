import { Link } from 'react-router';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import type { CoverOption, VisitToCover } from '../../contract.ts';
import styles from './cover.module.css';

interface CoverVisitProps {
  readonly visit: VisitToCover;
  /** Index of the option. */
  readonly chosen: number;
  /** Whether to name those who cannot come: there are several. */
  readonly namesAway: boolean;
  onChoose(option: CoverOption): void;
}

/** One visit with its options, and what the customer will be told. */
export function CoverVisit({ visit, chosen, namesAway, onChoose }: CoverVisitProps) {
  const format = useFormat();
  const { jobID, customer, options, isSoon, away } = visit;
  const when = `${format.date(visit.startTime)}, ${format.timeRange(visit.startTime, visit.endTime)}`;
  const { reasons = [], message = '' } = options[chosen] ?? {};
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
        options={options.map(({ title }, index) => ({ value: String(index), label: title }))}
      />
      {reasons.length > 0 && <p className={styles.reasons}>{`${reasons.join('. ')}.`}</p>}
      {message !== '' && (
        <p className={styles.message}>
          <span className={styles.quiet}>The customer gets: </span>
          {message.replace(/\n{2,}/g, '\n')}
        </p>
      )}
    </li>
  );
}
