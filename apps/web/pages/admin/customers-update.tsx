import { creditsLeftStatistics } from '#features/money/credits/contract/statistics.ts';
import { listCredits, listLots } from '#features/money/credits/contract.ts';
import { ChangeCustomer } from '#features/people/customers/web/parts/change-customer.tsx';

const HOURS_READS = [listLots, listCredits, creditsLeftStatistics];

/** /admin/customers/:customerID/update */
export function Component() {
  return <ChangeCustomer also={HOURS_READS} />;
}
