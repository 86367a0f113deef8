import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { writtenLanguage } from '#languages/index.ts';
import { hours, money } from '#platform/web/amounts.ts';
import { timeOfDay } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { sharedText } from '../../../rules/about-service.ts';
import { type OnSalePackage, priceList, type Service } from '../../../rules/home-offer.ts';
import { sizeName } from '../../../rules/size-name.ts';
import { siteTexts } from '../texts.ts';
import styles from './prices.module.css';
import { servicesTexts } from './texts.ts';

export interface PricedPackage extends OnSalePackage {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly startTime: string;
}

export interface PriceListProps {
  readonly site: SiteWords | undefined;
  readonly sold: readonly PricedPackage[];
}

interface PriceTableProps {
  readonly sold: readonly PricedPackage[];
  readonly service: Service;
}

/** The prices of a service by home size; one sentence if nothing is on sale. */
export function PriceTable({ sold, service }: PriceTableProps) {
  const site = useText(siteTexts);
  const { t, language } = useText(servicesTexts);
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
            <th scope="row">
              {sizeName(row.category, writtenLanguage(language)) || row.label}
              <PackageWords pack={row} sold={sold} service={service} />
            </th>
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

interface PackageWordsProps extends PriceTableProps {
  readonly pack: PricedPackage;
}

/** The package's own description, unless all packages of the service share it. */
function PackageWords({ pack, sold, service }: PackageWordsProps) {
  const usualStart = useUsualStart();
  const texts = [
    sharedText(sold, service, describe) === '' ? pack.description : '',
    sharedText(sold, service, usualStart) === '' ? usualStart(pack) : '',
  ].filter((text) => text !== '');
  return texts.map((text) => (
    <small key={text} className="k-block k-muted">
      {text}
    </small>
  ));
}

/** The description shared by all packages of a service, above its prices. */
export function ServiceWords({ sold, service }: PriceTableProps) {
  const usualStart = useUsualStart();
  const texts = [sharedText(sold, service, describe), sharedText(sold, service, usualStart)];
  return texts.map((text) => text !== '' && <p key={text}>{text}</p>);
}

function describe({ description }: PricedPackage): string {
  return description;
}

/** `Usually starts at 9:00 am`; empty if the office has not set it. */
function useUsualStart(): (pack: PricedPackage) => string {
  const { t, language } = useText(servicesTexts);
  return (pack) => {
    const start = usualStartOf(pack);
    return start === null ? '' : t('usualStart', { time: timeOfDay(start, language) });
  };
}
