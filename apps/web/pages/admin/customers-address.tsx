import { AddressPage } from '#features/people/customers/web/parts/address-page.tsx';
import { VisitsOfHome } from '#features/work/jobs/web/parts/customer/visits-of-home.tsx';

/** A customer's address in the office: changing it may affect booked visits. */
export function Component() {
  return <AddressPage renderVisitsPrompt={(home, close) => <VisitsOfHome home={home} onClose={close} />} />;
}
