import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { aboutService } from '../../rules/about-service.ts';
import { bookingAddress } from '../../rules/booking-address.ts';
import { offeredServices, SERVICES, type Service } from '../../rules/home-offer.ts';
import content from './content.module.css';
import { serviceAddress } from './service-address.ts';
import { Plans } from './services/plans.tsx';
import { PriceTable, ServiceWords } from './services/price-table.tsx';
import { PricesFailed } from './services/prices-failed.tsx';
import {
  CommonScope,
  EndBand,
  NotIncluded,
  Options,
  Questions,
  Scope,
  ServiceFacts,
  type ServicePackage,
} from './services/service-parts.tsx';
import styles from './services/services.module.css';
import { servicesTexts } from './services/texts.ts';
import { siteTexts } from './texts.ts';
import { useOnSale } from './use-on-sale.ts';

/** /services: the services that can be booked, on one page. */
export function Component() {
  const { t } = useText(servicesTexts);
  const shared = useText(siteTexts);
  const onSale = useOnSale();
  const site = useSite().data;
  const gst = usePlainBusiness()?.gstRegistered;
  const sold = onSale.isSuccess ? (onSale.data?.items ?? []) : null;
  const plans = site?.['pricing-plan'].plans ?? [];
  const offered = sold === null ? SERVICES : offeredServices(sold);
  const isAnythingSold = offered.length > 0;
  useHash(onSale.isSuccess && site !== undefined);
  return (
    <>
      <div className={`k-stack k-gap-12 ${styles.top}`}>
        <PageTitle size="big">{site?.['services-page'].title || t('allCleans')}</PageTitle>
        <p>{site?.['services-page'].text}</p>
        {gst && <p className="k-muted">{t('withGst')}</p>}
        <PricesFailed onSale={onSale} />
        {!isAnythingSold && <p>{shared.t('notYet')}</p>}
      </div>
      {plans.length > 0 && (
        <section className={content.split} id="prices">
          <h2>{site?.headings.plans}</h2>
          <Plans plans={plans} />
        </section>
      )}
      {offered.map((service) => (
        <ServiceSection key={service} service={service} sold={sold} site={site} />
      ))}
      {site && (
        <section className={content.split}>
          <div>
            <h2>{site['every-clean'].title}</h2>
            <p>{site['every-clean'].text}</p>
          </div>
          <CommonScope site={site} />
        </section>
      )}
      {site && <NotIncluded site={site} />}
      <Questions title={site?.questions.title ?? ''} items={aboutService(site?.questions.items ?? [], '')} />
      <EndBand site={site} href={isAnythingSold ? '/select-service' : null} />
    </>
  );
}

/** A delay in ms that lets the page's own scroll to the top finish. */
const AFTER_NAVIGATION = 50;

/** The URL's hash may name a service: scrolls to it once everything is rendered. */
function useHash(stands: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!stands || hash === '') return;
    const timer = setTimeout(
      () => document.getElementById(hash.slice(1))?.scrollIntoView(),
      AFTER_NAVIGATION,
    );
    return () => clearTimeout(timer);
  }, [hash, stands]);
}

interface ServiceSectionProps {
  readonly service: Service;
  /** null while the prices are loading. */
  readonly sold: readonly ServicePackage[] | null;
  readonly site: SiteWords | undefined;
}

function ServiceSection({ service, sold, site }: ServiceSectionProps) {
  const { t } = useText(servicesTexts);
  const ownPage = serviceAddress(service);
  return (
    <section className={`k-stack k-gap-24 ${styles.service}`} id={service} data-service={service}>
      <div className={`k-stack k-gap-14 ${styles.about}`}>
        <Illustration name={service} />
        <h2>{t(`name.${service}`)}</h2>
        <p>{site?.[`about-${service}`].text}</p>
        {sold && <ServiceWords service={service} sold={sold} />}
        {sold && <ServiceFacts service={service} sold={sold} />}
        <ButtonLink kind="quiet" full href={bookingAddress(service)}>
          {t(`book.${service}`)}
        </ButtonLink>
        {!ownPage.includes('#') && (
          <p>
            <TextLink href={ownPage}>{t('all')}</TextLink>
          </p>
        )}
      </div>
      <div className={styles.more}>
        {sold && <PriceTable sold={sold} service={service} />}
        <Scope items={aboutService(site?.['scope-of-work'] ?? [], service)} />
        <Options options={aboutService(site?.['service-options'] ?? [], service)} />
      </div>
    </section>
  );
}
