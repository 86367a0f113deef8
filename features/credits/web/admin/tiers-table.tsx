import type { CallReply } from '#platform/web/api/callable.ts';
import { useFormat } from '#platform/web/format.ts';
import type { creditsLeftStatistics } from '../../contract/statistics.ts';
import styles from './credits.module.css';

type Statistics = CallReply<typeof creditsLeftStatistics>;
type TierStatistics = Statistics['tiers'][number];

/** Hours and what they are worth, a tier a row, with what expires next. */
export function TiersTable({ tiers, totalHours, totalValue, customers }: Statistics) {
  const { money } = useFormat();
  return (
    <table className={`${styles.table} ${styles.tiers}`}>
      <caption className="k-hidden">Hours owed, by tier</caption>
      <thead>
        <tr>
          <th scope="col">Tier</th>
          <th scope="col">Hours</th>
          <th scope="col">Worth</th>
          <th scope="col">Expiring next</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.perHour}>
            <th scope="row">{tier.perHour === 0 ? 'Free hours' : `S$${tier.perHour} an hour`}</th>
            <td data-label="Hours">{figure(tier.hours)}</td>
            <td data-label="Worth">{money(tier.value)}</td>
            <td data-label="Expiring next">
              <NextToExpire tier={tier} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{`${figure(customers)} ${customers === 1 ? 'customer' : 'customers'}`}</th>
          <td data-label="Hours">{figure(totalHours)}</td>
          <td data-label="Worth">{money(totalValue)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

/** So many months are told; the CSV has every lot. */
const MONTHS_TOLD = 3;

function NextToExpire({ tier }: { readonly tier: TierStatistics }) {
  const { date } = useFormat();
  const dated = tier.expiring.flatMap(({ month, hours }) => (month === null ? [] : [{ month, hours }]));
  if (dated.length === 0) return tier.hours === 0 ? '' : 'Never';
  return dated
    .slice(0, MONTHS_TOLD)
    .map(({ month, hours }) => `${figure(hours)} in ${date(`${month}-01T00:00:00+08:00`, 'month')}`)
    .join(', ');
}

function figure(count: number): string {
  return count.toLocaleString('en-SG');
}
