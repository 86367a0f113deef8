import type { SiteWords } from '#features/site/content/contract/site.ts';
import { money } from '#platform/web/amounts.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { cheapest, type OnSalePackage, SERVICES } from '../../rules/home-offer.ts';
import styles from './four-cleans.module.css';
import { serviceAddress } from './service-address.ts';
import { useSiteText } from './text.ts';

interface FourCleansProps {
  readonly site: SiteWords | undefined;
  readonly sold: readonly OnSalePackage[];
}

/** The four services one below the other, each with its picture and a link to its page. */
export function FourCleans({ site, sold }: FourCleansProps) {
  const { t } = useSiteText();
  return (
    <section className={styles.cleans}>
      <h2>{site?.headings.cleans || t('services')}</h2>
      <ul className={styles.list}>
        {SERVICES.map((service) => {
          const from = cheapest(sold, service);
          return (
            <li key={service} data-service={service}>
              <Illustration name={service} />
              <div>
                <h3>
                  <TextLink href={serviceAddress(service)}>{t(`service.${service}`)}</TextLink>
                </h3>
                <p>{site?.[`about-${service}`].short}</p>
                {from && (
                  <p className="k-figure">{t('from', { price: money(from.price, { short: true }) })}</p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
