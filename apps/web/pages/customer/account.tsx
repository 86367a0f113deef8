import { AccountPage } from '#features/people/customers/web/parts/account-page.tsx';
import { VisitsOfHome } from '#features/work/jobs/web/parts/visits-of-home.tsx';

/** /dashboard/account: a home that is corrected may have visits booked to it. */
export function Component() {
  return <AccountPage askAboutVisits={(home, close) => <VisitsOfHome home={home} onClose={close} />} />;
}
