import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#platform/web/design/parts/button.tsx';
import { type Status, StatusChip } from '#platform/web/design/parts/status-chip.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Panel } from '#platform/web/office/record.tsx';
import type { Overview } from '../../contract.ts';
import type { OutState } from '../../rules/cleaner-whereabouts.ts';
import styles from './overview.module.css';

const OUT: Readonly<Record<OutState, { readonly status: Status; readonly word: string }>> = {
  'at-work': { status: 'now', word: t('At work') },
  'on-the-way': { status: 'upcoming', word: t('On the way') },
  late: { status: 'wrong', word: t('Late') },
  free: { status: 'cancelled', word: t('Free') },
  // With a space: another sense of the word.
  off: { status: 'held', word: t('Off', { context: 'day' }) },
};
/** Shown without asking for all. */
const FIRST = 12;

/** Where the cleaners are now. */
export function OutPanel({ out }: Pick<Overview, 'out'>) {
  const [all, setAll] = useState(false);
  const { rows, counts, first } = out;
  const summary = (Object.keys(OUT) as OutState[])
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${OUT[state].word.toLowerCase()}`);
  return (
    <Panel title={t('Who is out now')} note={summary.join(', ')}>
      {first.length > 0 && <FirstStarts first={first} />}
      {rows.length === 0 && first.length === 0 && (
        <p className="k-muted">{t('No one works at this hour.')}</p>
      )}
      <ul className={styles.rows}>
        {(all ? rows : rows.slice(0, FIRST)).map((row) => (
          <li key={row.cleaner.id}>
            <StatusChip status={OUT[row.state].status}>{OUT[row.state].word}</StatusChip>
            <Link to={`/admin/cleaners/${row.cleaner.id}/schedule`}>{row.cleaner.fullname}</Link>
            <Whereabouts row={row} />
          </li>
        ))}
      </ul>
      {!all && rows.length > FIRST && (
        <Button kind="quiet" size="small" onClick={() => setAll(true)}>
          {t('Show {{count}} more', { count: rows.length - FIRST })}
        </Button>
      )}
    </Panel>
  );
}

/** Who starts first, where, and how they get in. */
function FirstStarts({ first }: Pick<Overview['out'], 'first'>) {
  const { time } = useFormat();
  return (
    <section className={styles.news}>
      <h3>{t('First starts')}</h3>
      <ul>
        {first.map(({ jobID, startTime, cleaners, customer, area, access, isNewCustomer }) => (
          <li className="k-py-2" key={jobID}>
            <Link to={`/admin/jobs/${jobID}/view`}>
              {`${time(startTime)} ${cleaners.map(({ fullname }) => fullname).join(', ')}`}
            </Link>
            {`, ${area ?? customer}${area === null ? '' : `, ${customer}`}${isNewCustomer ? ' (new customer)' : ''}`}
            {access !== '' && <p className="k-muted">{t('Access: {{access}}', { access })}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Whereabouts({ row: { state, visit } }: { readonly row: Overview['out']['rows'][number] }) {
  const { time } = useFormat();
  if (visit === null)
    return <span className="k-muted">{state === 'free' ? t('for the rest of the day') : ''}</span>;
  const when = {
    'at-work': t('until {{time}}', { time: time(visit.endTime) }),
    'on-the-way': t('for {{time}}', { time: time(visit.startTime) }),
    late: t('since {{time}}', { time: time(visit.startTime) }),
    free: t('until {{time}}', { time: time(visit.startTime) }),
    off: '',
  }[state];
  return (
    <span className="k-muted">
      {when}, <Link to={`/admin/jobs/${visit.jobID}/view`}>{visit.customer}</Link>
    </span>
  );
}

export function TomorrowPanel({ tomorrow }: Pick<Overview, 'tomorrow'>) {
  const { date, time } = useFormat();
  const { day, visits, firstStart, noCrew, unpaid, firstVisits } = tomorrow;
  const ofDay = `from_date=${day}&to_date=${day}`;
  const linked = (count: number, filter: string): ReactNode =>
    count === 0 ? t('None') : <Link to={`/admin/jobs?${ofDay}&${filter}`}>{count}</Link>;
  return (
    <Panel title={t('Tomorrow')} note={date(day)}>
      <FactList
        facts={{
          Visits: visits === 0 ? t('None') : <Link to={`/admin/jobs?${ofDay}`}>{visits}</Link>,
          'First start': firstStart === null ? '' : time(firstStart),
          'Without crew': linked(noCrew, 'needs=crew'),
          Unpaid: linked(unpaid, 'status=pending'),
          'New customers': firstVisits === 0 ? t('None') : firstVisits,
        }}
      />
    </Panel>
  );
}

/** What has happened since the office closed yesterday. */
export function NewsPanel({ since }: Pick<Overview, 'since'>) {
  const { date, time } = useFormat();
  const { bookings, cancellations, changes, customers } = since;
  const jobs = (news: Overview['since']['bookings']) =>
    news.rows.map(({ jobID, customer, startTime }) => ({
      key: jobID,
      to: `/admin/jobs/${jobID}/view`,
      text: `${customer}, ${date(startTime)}, ${time(startTime)}`,
    }));
  const people = customers.rows.map(({ id, fullname }) => ({
    key: id,
    to: `/admin/customers/${id}/view`,
    text: fullname,
  }));
  const isQuiet = [bookings, cancellations, changes, customers].every(({ count }) => count === 0);
  return (
    <Panel
      title={t('New')}
      note={t('Since {{date}}, {{time}}', { date: date(since.from), time: time(since.from) })}
    >
      {isQuiet && <p className="k-muted">{t('Nothing has changed since then.')}</p>}
      <News title={t('Bookings')} count={bookings.count} rows={jobs(bookings)} />
      <News title={t('New customers')} count={customers.count} rows={people} />
      <News title={t('Cancellations')} count={cancellations.count} rows={jobs(cancellations)} />
      <News title={t('Changed by customers')} count={changes.count} rows={jobs(changes)} />
    </Panel>
  );
}

interface NewsProps {
  readonly title: string;
  readonly count: number;
  readonly rows: readonly { readonly key: string; readonly to: string; readonly text: string }[];
}

function News({ title, count, rows }: NewsProps) {
  if (count === 0) return null;
  return (
    <section className={styles.news}>
      <h3>{`${title}: ${count}`}</h3>
      <ul>
        {rows.map(({ key, to, text }) => (
          <li className="k-py-2" key={key}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
