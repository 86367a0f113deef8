import { AccountPage } from '#features/people/customers/web/parts/account-page.tsx';
import { VisitsOfHome } from '#features/work/jobs/web/parts/customer/visits-of-home.tsx';

/** /dashboard/account: changing an address may affect booked visits. */
export function Component() {
  return <AccountPage renderVisitsPrompt={(home, close) => <VisitsOfHome home={home} onClose={close} />} />;
}
