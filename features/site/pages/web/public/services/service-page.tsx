import { useLocation } from 'react-router';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { Terrace } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { aboutService } from '../../../rules/about-service.ts';
import { bookingAddress } from '../../../rules/booking-address.ts';
import { cheapest, offeredServices, type Service } from '../../../rules/home-offer.ts';
import content from '../content.module.css';
import { useOnSale } from '../use-on-sale.ts';
import { PriceTable, ServiceWords } from './price-table.tsx';
import { PricesFailed } from './prices-failed.tsx';
import {
  CommonScope,
  EndBand,
  NotIncluded,
  Options,
  Questions,
  Scope,
  ServiceFacts,
} from './service-parts.tsx';
import styles from './services.module.css';
import { servicesTexts } from './texts.ts';

/** /spring-cleaning-services and /moving-inout-services: scope, options, questions and prices of one service. */
export function Component() {
  const { pathname } = useLocation();
  const service: Service = pathname.startsWith('/spring') ? 'spring-cleaning' : 'moving-in-out';
  const { t } = useText(servicesTexts);
  const onSale = useOnSale();
  const site = useSite().data;
  const gst = usePlainBusiness()?.gstRegistered;
  const sold = onSale.data?.items ?? [];
  // While the prices are loading or failed to load, assume it is sold: the booking page decides.
  const isSold = !onSale.isSuccess || cheapest(sold, service) !== null;
  const elsewhere = offeredServices(sold).length > 0 ? '/select-service' : null;
  const options = aboutService(site?.['service-options'] ?? [], service);
  const questions = site?.questions;
  const asked = questions?.items ?? [];
  return (
    <>
      <section className={`k-stack k-gap-20 ${styles.hero}`} data-service={service}>
        <div>
          <PageTitle size="big">{t(`name.${service}`)}</PageTitle>
          <p>{site?.[`about-${service}`].text}</p>
          {onSale.isSuccess && <ServiceWords service={service} sold={sold} />}
          {onSale.isSuccess && <ServiceFacts service={service} sold={sold} />}
          <PricesFailed onSale={onSale} />
          {isSold && (
            <ButtonLink full href={bookingAddress(service)}>
              {t(`book.${service}`)}
            </ButtonLink>
          )}
          <p>
            <TextLink href="/services">{t('others')}</TextLink>
          </p>
        </div>
        <Terrace open={service} />
      </section>
      {site && (
        <section className={content.split}>
          <h2>{site.headings.scope}</h2>
          <div className={styles.scope}>
            <Scope items={aboutService(site['scope-of-work'], service)} />
            <CommonScope site={site} />
          </div>
        </section>
      )}
      {options.length > 0 && (
        <section className={content.split}>
          <h2>{site?.headings.options}</h2>
          <Options options={options} />
        </section>
      )}
      <section className={content.split}>
        <div>
          <h2>{site?.headings.prices || t('allPrices')}</h2>
          {gst && <p className="k-muted">{t('withGst')}</p>}
        </div>
        <div className={styles.prices}>
          {onSale.isSuccess && <PriceTable sold={sold} service={service} />}
        </div>
      </section>
      {site && <NotIncluded site={site} />}
      <Questions
        title={questions?.title ?? ''}
        items={[...aboutService(asked, service), ...aboutService(asked, '')]}
      />
      <EndBand site={site} href={isSold ? bookingAddress(service) : elsewhere} />
    </>
  );
}
