import { AddressPage } from '#features/people/customers/web/parts/address-page.tsx';
import { VisitsOfHome } from '#features/work/jobs/web/parts/visits-of-home.tsx';

/** A customer's home for the office: one that is corrected may have visits booked to it. */
export function Component() {
  return <AddressPage askAboutVisits={(home, close) => <VisitsOfHome home={home} onClose={close} />} />;
}
