import type { Service } from '../../rules/home-offer.ts';
import { bookingAddress } from '../parts/booking-address.ts';
import { useSiteText } from './text.ts';

/** Says of a clean that it cannot be booked on the site; the button below it then leads to one that can. */
export function NotOnline({ service }: { service: Service }) {
  const { t } = useSiteText();
  if (bookingAddress(service) !== null) return null;
  return (
    <p role="status" className="k-muted">
      {t('notOnline')}
    </p>
  );
}
