import { hours, money } from '#platform/web/format.ts';
import { type OnSalePackage, priceList, type Service } from '../../../rules/home-offer.ts';
import { sizeName } from '../../../rules/size-name.ts';
import { useSiteText } from '../text.ts';
import styles from './prices.module.css';
import { useServicesText } from './text.ts';

export interface PricedPackage extends OnSalePackage {
  readonly id: string;
  readonly label: string;
}

interface PriceTableProps {
  readonly sold: readonly PricedPackage[];
  readonly service: Service;
}

/** What a clean costs, by size of home. Nothing on sale: one sentence. */
export function PriceTable({ sold, service }: PriceTableProps) {
  const site = useSiteText();
  const { t, language } = useServicesText();
  const rows = priceList(sold, service);
  if (rows.length === 0) return <p className="k-muted">{site.t('notOnSale')}</p>;
  return (
    <table className={styles.table}>
      <caption>{t(`name.${service}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('colHome')}</th>
          <th scope="col">{t('colTime')}</th>
          <th scope="col">{t('colPrice')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{sizeName(row.category, language) || row.label}</th>
            <td>
              {row.numCleaners > 1 && `${site.t('crew', { count: row.numCleaners })} × `}
              {hours(row.hoursPerCleaner, language)}
            </td>
            <td>{money(row.price, { short: true })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
