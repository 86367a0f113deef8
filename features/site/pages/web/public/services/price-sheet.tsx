import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { SERVICES } from '../../../rules/home-offer.ts';
import { Plans } from './plans.tsx';
import { type PriceListProps, PriceTable } from './price-table.tsx';
import styles from './prices.module.css';
import { servicesTexts } from './texts.ts';

/** A sheet with all prices: the office's plans, followed by each service by home size. */
export function PriceSheet({ site, sold, onClose }: PriceListProps & { readonly onClose: () => void }) {
  const { t } = useText(servicesTexts);
  const gst = usePlainBusiness()?.gstRegistered;
  return (
    <Sheet open onClose={onClose} title={t('allPrices')} closeLabel={t('close')}>
      <div className={styles.all}>
        {gst && <p className="k-muted">{t('withGst')}</p>}
        <Plans plans={site?.['pricing-plan'].plans ?? []} />
        {SERVICES.map((service) => (
          <PriceTable key={service} sold={sold} service={service} />
        ))}
      </div>
    </Sheet>
  );
}
