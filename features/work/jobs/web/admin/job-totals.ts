import type { JobTotals } from '../../contract.ts';

/** The figures below the list of jobs. */
export interface JobSums {
  readonly hours: number;
  /** Cents. */
  readonly amount: number;
  /** Cents of visits that the customer pays later. */
  readonly owed: number;
  /** The number of cancelled and expired jobs that the sums leave out. */
  readonly off: number;
}

const OFF: readonly string[] = ['cancelled', 'expired'];

/** Jobs that do not take place do not count, unless the list has no others. */
export function totalsOf(byStatus: JobTotals['byStatus']): JobSums {
  const on = byStatus.filter(({ status }) => !OFF.includes(status));
  const counted = on.length > 0 ? on : byStatus;
  const sum = (of: JobTotals['byStatus'], figure: 'count' | 'hours' | 'amount') =>
    of.reduce((total, row) => total + row[figure], 0);
  return {
    hours: sum(counted, 'hours'),
    amount: sum(counted, 'amount'),
    owed: sum(
      byStatus.filter(({ status }) => status === 'confirmed'),
      'amount',
    ),
    off: sum(byStatus, 'count') - sum(counted, 'count'),
  };
}
