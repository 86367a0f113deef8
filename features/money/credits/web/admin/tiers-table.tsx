import { tierName } from '#features/people/customers/web/parts/credit-tiers.tsx';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useFormat } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import type { creditsLeftStatistics } from '../../contract/statistics.ts';

type Statistics = CallReply<typeof creditsLeftStatistics>;
type TierStatistics = Statistics['tiers'][number];

/** Hours, their value and the next expiries, one row per tier. */
export function TiersTable({ tiers, totalHours, totalValue, customers }: Statistics) {
  const { money } = useFormat();
  return (
    <PanelTable
      caption="Prepaid hours not used, by tier"
      items={tiers.map((tier) => ({ ...tier, id: String(tier.perHour) }))}
      columns={[
        { title: 'Tier', render: ({ perHour }) => tierName(perHour) },
        { title: 'Hours', number: true, render: ({ hours }) => figure(hours) },
        { title: 'Worth', number: true, render: ({ value }) => money(value) },
        { title: 'Expiring next', render: (tier) => <NextToExpire tier={tier} /> },
      ]}
      totals={[
        `${figure(customers)} ${customers === 1 ? 'customer' : 'customers'}`,
        figure(totalHours),
        money(totalValue),
      ]}
    />
  );
}

/** Months of expiry shown; the CSV has every lot. */
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
