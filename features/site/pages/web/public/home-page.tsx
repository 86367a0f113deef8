import type { ReactNode } from 'react';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { Picture } from '#features/site/content/web/parts/picture.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { hours, money } from '#platform/web/amounts.ts';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Tile, TileWall } from '#platform/web/design/tiles/tile.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import {
  cheapest,
  creditPacks,
  type OnSalePackage,
  offeredServices,
  SERVICES,
  type Service,
} from '../../rules/home-offer.ts';
import { HomeHero } from './home-hero.tsx';
import homePageStyles from './home-page.module.css';
import { PriceList } from './price-list.tsx';
import styles from './sections.module.css';
import { serviceAddress } from './service-address.ts';
import {
  Disclaimer,
  EasySteps,
  Equipment,
  HeroImages,
  HowDifferent,
  Testimonials,
} from './site-sections.tsx';
import { siteTexts } from './texts.ts';
import { useOnSale } from './use-on-sale.ts';

/** The front page: the street of doors is the menu, with hours and price below. */
export function Component() {
  const onSale = useOnSale();
  const site = useSite().data;
  const sold = onSale.data?.items ?? [];
  return (
    <>
      <HomeHero site={site} onSale={onSale} />
      {site && <HeroImages site={site} />}
      {site && <WhereHoursGo site={site} />}
      {site && <EasySteps site={site} />}
      {site && <BeforeAfter site={site} />}
      <ServiceList site={site} services={onSale.isSuccess ? offeredServices(sold) : SERVICES} sold={sold} />
      {site && <Testimonials site={site} />}
      <HourPacks words={site?.['hour-packs']} sold={sold} waiting={onSale.isPending}>
        {(!onSale.isSuccess || sold.length > 0) && <PriceList site={site} sold={sold} />}
      </HourPacks>
      {site && <HowDifferent site={site} />}
      {site && <Equipment site={site} />}
      <CancellationTerms words={site?.['cancellation-policy']} />
      {site && <Disclaimer site={site} />}
    </>
  );
}

/** A tile for each room, showing what is done in an hour. */
function WhereHoursGo({ site }: { readonly site: SiteWords }) {
  const { title, text, rooms } = site['where-hours-go'];
  return (
    <section className={styles.where}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <ul className={styles.rooms}>
        {rooms.map((room) => (
          <li key={room.title}>
            <Tile service="regular" />
            <div>
              <h3>{room.title}</h3>
              <p className="k-muted k-small">{room.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ServiceListProps {
  readonly site: SiteWords | undefined;
  readonly services: readonly Service[];
  readonly sold: readonly OnSalePackage[];
}

/** The services that can be booked, one below the other, each with its picture and a link to its page. */
function ServiceList({ site, services, sold }: ServiceListProps) {
  const { t } = useText(siteTexts);
  if (services.length === 0) return null;
  return (
    <section className={homePageStyles.cleans}>
      <h2>{site?.headings.cleans || t('services')}</h2>
      <ul className={`k-stack k-gap-12 ${homePageStyles.list}`}>
        {services.map((service) => {
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

interface CancellationTermsProps {
  /** The office's texts. */
  readonly words: SiteWords['cancellation-policy'] | undefined;
}

/** The cancellation terms: the office's texts, with the current values from the settings. */
function CancellationTerms({ words }: CancellationTermsProps) {
  const { t } = useText(siteTexts);
  const rules = [...useCancellationTerms(), [t('cancelledByUs'), t('cancelledByUsRefund')] as const];
  return (
    <section className={styles.plans}>
      <div>
        {words && <h2>{words.title}</h2>}
        <RichText html={words?.html ?? ''} />
      </div>
      <dl>
        {rules.map(([when, what]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const PLACEHOLDER_ROWS = [['\u00a0', '\u00a0'] as const, ['\u2007', '\u00a0'] as const];

/** When customers pay for a change; two empty lines while the terms are loading. */
function useCancellationTerms(): readonly (readonly [when: string, what: string])[] {
  const { t, language } = useText(siteTexts);
  const terms = usePlainBusiness();
  if (terms === undefined) return PLACEHOLDER_ROWS;
  const { cancelFreeHours, lateFeePercent: percent } = terms;
  if (cancelFreeHours === 0 || percent === 0) return [[t('anytime'), t('earlyFee')]];
  const named = { hours: hours(cancelFreeHours, language), percent };
  return [
    [t('early', named), t('earlyFee')],
    [t('late', named), t(percent === 50 ? 'half' : 'share', named)],
  ];
}

type Pair = SiteWords['before-and-after']['pairs'][number];

/**
 * Two pictures of the same room; the handle reveals one or the other. Without scripts they are shown one below the
 * other.
 */
function BeforeAfter({ site }: { readonly site: SiteWords }) {
  const { title, pairs } = site['before-and-after'];
  const whole = pairs.filter(({ before, after }) => before !== '' && after !== '');
  if (whole.length === 0) return null;
  return (
    <section className={homePageStyles.section}>
      <h2>{title}</h2>
      <div className={`k-stack k-gap-28 ${homePageStyles.pairs}`}>
        {whole.map((pair) => (
          <Slider key={pair.after} pair={pair} />
        ))}
      </div>
    </section>
  );
}

/** A press anywhere on the picture moves the handle there; arrow keys move it too. */
function Slider({ pair }: { readonly pair: Pair }) {
  const { t } = useText(siteTexts);
  const { before, beforeAlt, after, afterAlt, caption, focus } = pair;
  const shape = { focus, width: 480, height: 320, sizes: '(min-width: 56.25em) 60vw, 100vw' };
  return (
    <figure>
      <div className={homePageStyles.slider}>
        <Picture url={before} alt={beforeAlt || t('beforeOf', { caption })} {...shape} />
        <div className={homePageStyles.after}>
          <Picture url={after} alt={afterAlt || t('afterOf', { caption })} {...shape} />
        </div>
        <span className={homePageStyles.name}>{t('before')}</span>
        <span className={homePageStyles.name}>{t('after')}</span>
        <input
          type="range"
          defaultValue={50}
          aria-label={t('slide', { caption })}
          onInput={({ currentTarget: { parentElement, value } }) =>
            parentElement?.style.setProperty('--at', `${value}%`)
          }
        />
        <i aria-hidden="true" />
      </div>
      {caption !== '' && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

const COLOURS = ['regular', 'moving-in-out', 'spring-cleaning'] as const;
const TILES_ACROSS = 6;

interface HourPacksProps {
  /** The office's texts. */
  words: SiteWords['hour-packs'] | undefined;
  sold: readonly OnSalePackage[];
  /** Prices are loading: the section reserves space for them. */
  waiting: boolean;
  /** Shown after the packages: a link to all prices. */
  children: ReactNode;
}

/**
 * Packages of prepaid hours, drawn as stacks in proportion to their size. If none are on sale, only the link to the
 * prices.
 */
function HourPacks({ words, sold, waiting, children }: HourPacksProps) {
  const { t } = useText(siteTexts);
  const packs = creditPacks(sold).slice(0, COLOURS.length);
  const dearest = Math.max(0, ...packs.map((pack) => pack.pricePerHour));
  if (packs.length === 0 && !waiting) return <section className={styles.packs}>{children}</section>;
  return (
    <section className={styles.packs}>
      <div>
        {words && <h2>{words.title}</h2>}
        <p className="k-muted k-small">{words?.text}</p>
        {children}
      </div>
      <ul data-waiting={waiting || undefined}>
        {packs.map((pack, index) => {
          const kept = Math.round(pack.credits * dearest) - pack.price;
          return (
            <li key={pack.credits}>
              <TileWall
                service={COLOURS[index] ?? 'regular'}
                laid={pack.credits}
                columns={TILES_ACROSS}
                pattern="ubin"
              />
              <p>
                <b className={styles.rate}>{money(pack.pricePerHour, { short: true })}</b>
                <small>{t('perHour')}</small>
              </p>
              <p>{t('packHours', { count: pack.credits })}</p>
              <p className="k-figure">{money(pack.price, { short: true })}</p>
              <p className="k-muted">
                {kept > 0 ? t('saved', { amount: money(kept, { short: true }) }) : '\u00a0'}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
