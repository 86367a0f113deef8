import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { paidTogether, sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { useFormat } from '#platform/web/format.ts';

interface VisitFieldProps {
  readonly customerID: string;
  /** The chosen job's id; empty for money that is for no visit. */
  readonly value: string;
  readonly error?: string | undefined;
  /** @param total the amount for it and everything paid together with it; null for no visit. */
  onChoose(jobID: string, total: Cents | null): void;
}

/** The most visits a customer may owe at once: a series has up to 52. */
const MOST = 200;

/** Chooses the unpaid visit that the money is for. A series is paid as a whole. */
export function VisitField({ customerID, value, error, onChoose }: VisitFieldProps) {
  const { date, time, money } = useFormat();
  const query = { customerID, sortby: 'startTime', order: 'asc', size: MOST } as const;
  const held = useCall(listJobs, { query: { ...query, status: 'pending' } }).data?.items ?? [];
  const owed = useCall(listJobs, { query: { ...query, status: 'confirmed' } }).data?.items ?? [];
  const bookings = bookingsOf([...held, ...owed]);
  const optionOf = ([first, ...others]: readonly [Job, ...Job[]]) => {
    const what = others.length === 0 ? '' : `${others.length + 1} visits from `;
    return {
      value: first.id,
      label: `${what}${date(first.startTime)}, ${time(first.startTime)}: ${money(sumToPay([first, ...others]))}`,
    };
  };
  return (
    <SelectField
      label="Visit"
      name="jobID"
      value={value}
      error={error}
      hint={bookings.length === 0 ? 'No unpaid visits.' : 'The payment is for the visit you choose.'}
      onChange={({ target }) => {
        const booking = bookings.find(([first]) => first.id === target.value);
        onChoose(target.value, booking === undefined ? null : sumToPay(booking));
      }}
      options={[{ value: '', label: 'Not for a visit' }, ...bookings.map(optionOf)]}
    />
  );
}

/** Groups unpaid visits by what is paid together. */
function bookingsOf(jobs: readonly Job[]): (readonly [Job, ...Job[]])[] {
  const seen = new Set<string>();
  return jobs.flatMap((job) => {
    if (seen.has(job.id)) return [];
    const series = job.seriesID === null ? [] : jobs.filter(({ seriesID }) => seriesID === job.seriesID);
    const others = paidTogether(job, series).filter(({ id }) => id !== job.id);
    for (const { id } of others) seen.add(id);
    return [[job, ...others] as const];
  });
}
