import { useState } from 'react';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { writtenLanguage } from '#languages/index.ts';
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
  firstChoice,
  HOME_SIZES,
  type HomeSize,
  isSoldWhole,
  nearestFor,
  type OnSalePackage,
  offeredServices,
  offerFor,
  SERVICES,
  type Service,
  USUAL_SERVICE,
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
  const [chosen, setService] = useState<Service | null>(null);
  const [size, setSize] = useState<HomeSize>('4-room');
  const sold = onSale.data?.items ?? [];
  // While the prices load, and if they cannot be loaded, the booking decides what is offered.
  const offered = onSale.isSuccess ? offeredServices(sold) : SERVICES;
  const service = chosen !== null && offered.includes(chosen) ? chosen : (firstChoice(sold) ?? USUAL_SERVICE);
  const hasPrice = !onSale.isSuccess || offerFor(sold, service, size) !== null;
  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <PageTitle size="big">{site?.opening.title || t('services')}</PageTitle>
        <p>{site?.opening.text}</p>
      </div>
      <Street service={service} offered={offered} onChoose={setService} onSale={onSale} />
      {offered.length === 0 ? (
        <div className={`k-stack k-gap-14 ${styles.ask}`}>
          <p>{t('notYet')}</p>
          <ButtonLink full href="/contact-us">
            {t('askUs')}
          </ButtonLink>
          <p className={styles.compare}>
            <RatingLine />
          </p>
        </div>
      ) : (
        <div className={`k-stack k-gap-14 ${styles.ask}`}>
          <RadioTiles
            label={t('homeSize')}
            options={HOME_SIZES.map(({ key }) => ({ value: key, label: t(`size.${key}`) }))}
            value={size}
            onChange={setSize}
            even
          />
          <OfferLine service={service} size={size} onSale={onSale} />
          <ButtonLink full href={hasPrice ? `${bookingAddress(service)}?home=${size}` : '/contact-us'}>
            {t(hasPrice ? 'seeTimes' : 'askUs')}
          </ButtonLink>
          <p className={styles.compare}>
            {offered.length > 1 && (
              <TextLink href="/select-service">{t(COMPARE[offered.length] ?? 'compare')}</TextLink>
            )}
            <RatingLine />
          </p>
        </div>
      )}
    </section>
  );
}

/** How many services there are to compare. */
const COMPARE: Readonly<Record<number, 'compareTwo' | 'compareThree'>> = {
  2: 'compareTwo',
  3: 'compareThree',
};

interface StreetProps {
  service: Service;
  offered: readonly Service[];
  onChoose: (service: Service) => void;
  onSale: OnSale;
}

/** A house front for each service that can be booked, as a radio group: the chosen door is open, with its hours at the doorstep. */
function Street({ service, offered, onChoose, onSale }: StreetProps) {
  const { t } = useText(siteTexts);
  if (offered.length === 0) return null;
  return (
    <fieldset className={styles.street}>
      <legend className="k-hidden">{t('services')}</legend>
      {offered.map((one) => {
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

/** Not sold for a home of this size. */
function NoOffer({ nearest, size }: { nearest: OnSalePackage | null; size: HomeSize }) {
  const { t, language } = useText(siteTexts);
  const home = nearest === null ? '' : sizeName(nearest.category || nearest.label, writtenLanguage(language));
  return (
    <p aria-live="polite">
      <span>{t('noPrice', { home: t(`homeName.${size}`) })}</span>{' '}
      {nearest !== null && (
        <span>{t('nearest', { home, price: money(nearest.price, { short: true }) })}</span>
      )}
    </p>
  );
}
