import { useState } from 'react';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { hours, money } from '#platform/web/amounts.ts';
import { Facade } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { HourTiles, StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingAddress } from '../../rules/booking-address.ts';
import {
  cheapest,
  firstChoice,
  type Offer,
  offeredServices,
  SERVICES,
  type Service,
  USUAL_SERVICE,
} from '../../rules/home-offer.ts';
import styles from './select-service.module.css';
import { siteTexts } from './texts.ts';
import { useOnSale } from './use-on-sale.ts';

const STEPS = 7;
/** A series has an additional step for its dates. */
const STEPS_OF_SERIES = 8;

/** The first step of every booking: which of the four services. */
export function Component() {
  const { t } = useText(siteTexts);
  const onSale = useOnSale();
  const site = useSite().data;
  const [picked, setPicked] = useState<Service | null>(null);
  const sold = onSale.data?.items ?? [];
  // While the prices load, and if they cannot be loaded, the booking decides what is offered.
  const offered = onSale.isSuccess ? offeredServices(sold) : SERVICES;
  const chosen = picked !== null && offered.includes(picked) ? picked : (firstChoice(sold) ?? USUAL_SERVICE);
  const offers = new Map(offered.map((one) => [one, cheapest(sold, one)]));
  const offer = offers.get(chosen) ?? null;
  const steps = chosen === 'regular' ? STEPS_OF_SERIES : STEPS;
  return (
    <div className={`k-stack k-gap-16 k-full ${styles.page}`}>
      <BackLink href="/">{t('home')}</BackLink>
      <div className="k-row k-gap-12">
        <StepTiles done={0} current of={steps} size={22} label={t('step', { done: 1, of: steps })} />
      </div>
      <PageTitle>{t(offered.length === 0 ? 'services' : 'which')}</PageTitle>
      {onSale.isError && (
        <ErrorState
          retryLabel={t('tryAgain')}
          onRetry={() => onSale.refetch()}
          retrying={onSale.isFetching ? t('pricesLoading') : false}
        >
          {t('pricesFailed')}
        </ErrorState>
      )}
      {offered.length === 0 ? (
        <p>{t('notYet')}</p>
      ) : (
        <Doors
          site={site}
          offered={offered}
          offers={onSale.isSuccess ? offers : null}
          chosen={chosen}
          onChoose={setPicked}
        />
      )}
      <p role="status" className="k-hidden">
        {onSale.isPending && <span>{t('pricesLoading')}</span>}
      </p>
      <p className="k-muted">
        {site?.['select-service'].text} <TextLink href="/contact-us">{t('askUs')}</TextLink>
      </p>
      {offered.length > 0 && (
        <div className={`k-stack k-gap-12 ${styles.dock}`}>
          <p>
            <span>
              <b>{t(`service.${chosen}`)}</b>
              <small className="k-muted">{t('nextHome')}</small>
            </span>
            {offer && <b className="k-figure">{t('from', { price: money(offer.price, { short: true }) })}</b>}
          </p>
          <ButtonLink full href={bookingAddress(chosen)}>
            {t('choose', { service: t(`service.${chosen}`).toLowerCase() })}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

interface DoorsProps {
  site: SiteWords | undefined;
  offered: readonly Service[];
  /** null while the prices are loading; a service can already be chosen. */
  offers: ReadonlyMap<Service, Offer | null> | null;
  chosen: Service;
  onChoose: (service: Service) => void;
}

function Doors({ site, offered, offers, chosen, onChoose }: DoorsProps) {
  const { t, language } = useText(siteTexts);
  return (
    <fieldset className={`k-stack k-gap-12 ${styles.doors}`}>
      <legend className="k-hidden">{t('which')}</legend>
      {offered.map((service) => {
        const offer = offers?.get(service);
        return (
          <label key={service} className={styles.door} data-service={service}>
            <input
              type="radio"
              name="service"
              value={service}
              checked={service === chosen}
              onChange={() => onChoose(service)}
            />
            <span className={styles.front}>
              <Facade service={service} open={service === chosen} />
            </span>
            <span className={`k-stack k-gap-8 ${styles.about}`}>
              <span className={`k-row k-baseline k-wrap k-between ${styles.head}`}>
                <b>{t(`service.${service}`)}</b>
                <strong>{offer && t('from', { price: money(offer.price, { short: true }) })}</strong>
              </span>
              <span>{site?.[`about-${service}`].short}</span>
              {!offers && <span className={`k-row k-bottom k-wrap k-between k-gap-8 ${styles.hours}`} />}
              {offer && (
                <span className={`k-row k-bottom k-wrap k-between k-gap-8 ${styles.hours}`}>
                  <HourTiles service={service} hours={offer.hours} cleaners={offer.cleaners} size={34} band />
                  <small>
                    {offer.cleaners === 1
                      ? hours(offer.hours, language)
                      : t('crewHours', {
                          crew: t('crew', { count: offer.cleaners }),
                          hours: hours(offer.hours, language),
                        })}
                  </small>
                </span>
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
