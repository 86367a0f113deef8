import { useState } from 'react';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { hours, money } from '#platform/web/amounts.ts';
import { Facade } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Slats } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { suppliesOf } from '../../rules/about-service.ts';
import { bookingAddress } from '../../rules/booking-address.ts';
import {
  cheapest,
  HOME_SIZES,
  type HomeSize,
  isSoldWhole,
  nearestFor,
  type OnSalePackage,
  offerFor,
  SERVICES,
  type Service,
} from '../../rules/home-offer.ts';
import { sizeName } from '../../rules/size-name.ts';
import styles from './home.module.css';
import { RatingLine } from './rating-line.tsx';
import { siteTexts } from './texts.ts';
import type { useOnSale } from './use-on-sale.ts';

type OnSale = ReturnType<typeof useOnSale>;

/** The hero: choose a service (a door) and the home size, and see the price. */
export function HomeHero({ site, onSale }: { site: SiteWords | undefined; onSale: OnSale }) {
  const { t } = useText(siteTexts);
  const [service, setService] = useState<Service>('one-time');
  const [size, setSize] = useState<HomeSize>('4-room');
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <PageTitle size="big">{site?.opening.title || t('services')}</PageTitle>
        <p>{site?.opening.text}</p>
      </div>
      <Street service={service} onChoose={setService} onSale={onSale} />
      <div className={`k-stack k-gap-14 ${styles.ask}`}>
        <RadioTiles
          label={t('homeSize')}
          options={HOME_SIZES.map(({ key }) => ({ value: key, label: t(`size.${key}`) }))}
          value={size}
          onChange={setSize}
          even
        />
        <OfferLine service={service} size={size} onSale={onSale} />
        <ButtonLink full href={`${bookingAddress(service)}?home=${size}`}>
          {t('seeTimes')}
        </ButtonLink>
        <p className={styles.compare}>
          <TextLink href="/select-service">{t('compare')}</TextLink>
          <RatingLine />
        </p>
      </div>
    </section>
  );
}

interface StreetProps {
  service: Service;
  onChoose: (service: Service) => void;
  onSale: OnSale;
}

/** Four house fronts as a radio group: the chosen door is open, with its hours at the doorstep. */
function Street({ service, onChoose, onSale }: StreetProps) {
  const { t } = useText(siteTexts);
  return (
    <fieldset className={styles.street}>
      <legend className="k-hidden">{t('services')}</legend>
      {SERVICES.map((one) => {
        const from = cheapest(onSale.data?.items ?? [], one);
        const chosen = one === service;
        return (
          <label key={one} className={styles.house} data-chosen={chosen || undefined}>
            <input type="radio" name="service" value={one} checked={chosen} onChange={() => onChoose(one)} />
            <span className={styles.front}>
              <Facade service={one} open={chosen} />
            </span>
            <span className={styles.doorstep} data-service={one}>
              {chosen && <span />}
            </span>
            <span className={`k-stack k-gap-2 ${styles.sign}`}>
              <b>{t(`service.${one}`)}</b>
              <small>{from ? t('from', { price: money(from.price, { short: true }) }) : '\u00a0'}</small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface OfferLineProps {
  service: Service;
  size: HomeSize;
  onSale: OnSale;
}

/** Duration and price of the chosen service for this home. */
function OfferLine({ service, size, onSale }: OfferLineProps) {
  const { t, language } = useText(siteTexts);
  if (onSale.isPending) {
    return (
      <div className={styles.waiting}>
        <Slats widths={['38%', '60%']} />
      </div>
    );
  }
  if (onSale.isError) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => onSale.refetch()}
        retrying={onSale.isFetching ? t('pricesLoading') : false}
      >
        {t('pricesFailed')}
      </ErrorState>
    );
  }
  const sold = onSale.data?.items ?? [];
  const offer = offerFor(sold, service, size);
  if (offer === null) return <NoOffer nearest={nearestFor(sold, service, size)} size={size} />;
  const supplies = suppliesOf(sold, service);
  const priceNote = () => {
    const per = t(isSoldWhole(service) ? 'forHome' : 'aVisit');
    if (supplies.kind === 'extra') return t('extra', { per, price: money(supplies.price, { short: true }) });
    return t(supplies.kind, { per });
  };
  return (
    <p className={`k-row k-stretch k-between k-gap-16 ${styles.offer}`} aria-live="polite">
      <span>
        <b>{hours(offer.hours, language)}</b>
        <small>{t('crew', { count: offer.cleaners })}</small>
      </span>
      <span>
        <b className="k-figure">{money(offer.price, { short: true })}</b>
        <small>{priceNote()}</small>
      </span>
    </p>
  );
}

/** Not sold at all, or not for a home of this size. */
function NoOffer({ nearest, size }: { nearest: OnSalePackage | null; size: HomeSize }) {
  const { t, language } = useText(siteTexts);
  if (nearest === null) return <p className="k-muted">{t('notOnSale')}</p>;
  const home = sizeName(nearest.category || nearest.label, language);
  return (
    <p aria-live="polite">
      <span>{t('noPrice', { home: t(`homeName.${size}`) })}</span>{' '}
      <span>{t('nearest', { home, price: money(nearest.price, { short: true }) })}</span>{' '}
      <TextLink href="/contact-us">{t('askUs')}</TextLink>
    </p>
  );
}
