import { suppliesText } from '#features/catalogue/packages/rules/supplies.ts';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { Drawing } from '#features/site/content/web/parts/drawing.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { writtenLanguage } from '#languages/index.ts';
import { hours, money } from '#platform/web/amounts.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { aboutService, suppliesOf, textsOf } from '../../../rules/about-service.ts';
import { cheapest, type Service } from '../../../rules/home-offer.ts';
import content from '../content.module.css';
import { siteTexts } from '../texts.ts';
import type { PricedPackage } from './price-table.tsx';
import styles from './services.module.css';
import { servicesTexts } from './texts.ts';

/** A package with the service page's information on supplies. */
export interface ServicePackage extends PricedPackage {
  readonly suppliesIncluded: boolean;
  readonly suppliesCost: number;
  readonly suppliesToBePrepared: string;
  readonly suppliesToBePreparedZh?: string;
}

type ScopeItem = Pick<
  SiteWords['scope-of-work'][number],
  'id' | 'name' | 'icon' | 'estimated_time' | 'content'
>;

/** The scope of work by room. */
export function Scope({ items }: { readonly items: readonly ScopeItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul className={content.ruled}>
      {items.map((item) => (
        <li key={item.id}>
          <Drawing name={item.icon} size={72} />
          <div>
            <h3>{item.name}</h3>
            {item.estimated_time !== '' && <p className="k-muted k-small">{item.estimated_time}</p>}
            <RichText html={item.content} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface SiteProps {
  readonly site: SiteWords;
}

/** The scope of every clean: the full list by room, or the front page's short version while there is none. */
export function CommonScope({ site }: SiteProps) {
  const items = aboutService(site['scope-of-work'], '');
  if (items.length > 0) return <Scope items={items} />;
  return (
    <ul className={content.ruled}>
      {site['where-hours-go'].rooms.map(({ icon, title, text }) => (
        <li key={title}>
          <Drawing name={icon} size={72} />
          <div>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ServiceProps {
  readonly service: Service;
  readonly sold: readonly ServicePackage[];
}

/** Starting price, minimum hours, and who brings supplies. */
export function ServiceFacts({ service, sold }: ServiceProps) {
  const site = useText(siteTexts);
  const { t, language } = useText(servicesTexts);
  const from = cheapest(sold, service);
  const supplies = suppliesOf(sold, service);
  if (from === null) return <p className="k-muted">{site.t('notOnSale')}</p>;
  const toPrepare = textsOf(sold, service, (pack) =>
    pack.suppliesIncluded ? '' : suppliesText(pack, writtenLanguage(language)),
  );
  return (
    <dl className={`k-stack k-gap-12 ${styles.facts}`}>
      <div>
        <dt>{site.t('from', { price: money(from.price, { short: true }) })}</dt>
        <dd>
          {t('shortest', {
            crew: site.t('crew', { count: from.cleaners }),
            hours: hours(from.hours, language),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('supplies')}</dt>
        <dd>
          {supplies.kind === 'included' && <span>{t('suppliesIncluded')}</span>}
          {supplies.kind === 'yours' && <span>{t('suppliesYours')}</span>}
          {supplies.kind === 'extra' && t('suppliesExtra', { price: money(supplies.price, { short: true }) })}
          {toPrepare.map((text) => (
            <p key={text}>{t('suppliesToPrepare', { supplies: text })}</p>
          ))}
        </dd>
      </div>
    </dl>
  );
}

/** The options of a clean. */
export function Options({ options }: { readonly options: readonly SiteWords['service-options'][number][] }) {
  if (options.length === 0) return null;
  return (
    <ul className={content.ruled}>
      {options.map((option) => (
        <li key={option.id}>
          <Drawing name={option.icon} size={72} />
          <div>
            <h3>{option.name_r1}</h3>
            {option.name_r2 !== '' && <p className="k-muted">{option.name_r2}</p>}
            <RichText html={option.description} />
            {option.price > 0 && (
              <p>
                <b className="k-figure">{money(option.price, { short: true })}</b> {option.price_type}
              </p>
            )}
            {option.promotion_desc !== '' && <p className={styles.promotion}>{option.promotion_desc}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

export function NotIncluded({ site }: SiteProps) {
  const { title, items } = site['not-included'];
  if (items.length === 0) return null;
  return (
    <section className={content.split}>
      <h2>{title}</h2>
      <ul className={`k-stack k-gap-8 ${styles.nots}`}>
        {items.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

interface QuestionsProps {
  readonly title: string;
  readonly items: readonly SiteWords['questions']['items'][number][];
}

/** Frequently asked questions with answers. */
export function Questions({ title, items }: QuestionsProps) {
  if (items.length === 0) return null;
  return (
    <section className={content.split} id="questions">
      <h2>{title}</h2>
      <div className={styles.questions}>
        {items.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <RichText html={answer} />
          </details>
        ))}
      </div>
    </section>
  );
}

interface EndBandProps {
  readonly site: SiteWords | undefined;
  /** Null if nothing can be booked. */
  readonly href: string | null;
}

/** The closing call to action, on the yellow (sun) background. */
export function EndBand({ site, href }: EndBandProps) {
  const { t } = useText(servicesTexts);
  const shared = useText(siteTexts);
  return (
    <section className={`k-stack k-gap-20 ${styles.end}`}>
      {site && (
        <div>
          <h2>{site.closing.title}</h2>
          <p>{site.closing.text}</p>
        </div>
      )}
      <ButtonLink href={href ?? '/contact-us'}>{href === null ? shared.t('askUs') : t('times')}</ButtonLink>
    </section>
  );
}
