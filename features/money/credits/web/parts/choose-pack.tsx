import IconCalendarCheck from '@tabler/icons-react/dist/esm/icons/IconCalendarCheck.mjs';
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs';
import IconReceiptRefund from '@tabler/icons-react/dist/esm/icons/IconReceiptRefund.mjs';
import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs';
import { type ReactNode, useState } from 'react';
import { VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { servicesByHours } from '#features/catalogue/packages/rules/takes-hours.ts';
import * as routes from '#features/routes.ts';
import { type Cents, gstInside, roundToCents } from '#platform/kernel/money.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { FactList, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { TileWall } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { localeOf } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { HIGHEST_HOURLY_PRICE, savingOf } from '../../rules/for-sale.ts';
import { creditsTexts } from '../texts.ts';
import packStyles from './choose-pack.module.css';
import styles from './credits.module.css';
import { listPackages, type Pack, usePacks } from './use-packs.ts';

interface Props {
  /** The pack from the URL. */
  readonly preselected: string | null;
  readonly onBuy: (packageID: string) => void;
  /** Shown below the button. */
  readonly note?: ReactNode;
}

/** The packs on sale side by side; the button names the chosen one. */
export function ChoosePack({ preselected, onBuy, note }: Props) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const [chosen, setChosen] = useState(preselected);
  const { packs, isPending, isFetching, refetch } = usePacks();
  if (isPending) return <Skeleton words={t('packs.loading')} lines={8} />;
  if (packs === undefined) {
    return (
      <ErrorState retryLabel={t('tryAgain')} onRetry={() => refetch()} retrying={isFetching && t('trying')}>
        {t('packs.failed')}
      </ErrorState>
    );
  }
  if (packs.length === 0) return <NoPacks />;
  const pack = packs.find(({ id }) => id === chosen) ?? usualPack(packs);
  return (
    <>
      <PackChoice packs={packs} value={pack?.id ?? null} onChange={setChosen} />
      <div className="k-stack k-gap-10 k-narrow">
        <Button
          full
          disabledReason={pack === undefined && t('packs.pick')}
          onClick={() => pack !== undefined && onBuy(pack.id)}
        >
          {t('packs.buy', { hours: hours(pack?.credits ?? 0) })}
        </Button>
        {note}
      </div>
      <PackTerms pack={pack ?? null} />
    </>
  );
}

/** The most popular size; preselected. */
const USUAL_HOURS = 24;

/** The usual pack, or the smallest if it is not on sale. */
function usualPack(packs: readonly Pack[]): Pack | undefined {
  return packs.find(({ credits }) => credits === USUAL_HOURS) ?? packs[0];
}

function NoPacks() {
  const { t } = useText(creditsTexts);
  return (
    <div className="k-narrow">
      <EmptyState
        level={2}
        title={t('packs.none')}
        spot="one-time"
        action={
          <ButtonLink full size="small" href="/one-time/new">
            {t('packs.book')}
          </ButtonLink>
        }
      >
        {t('packs.noneText')}
      </EmptyState>
    </div>
  );
}

/** Colours of the stacks, as on the home page. */
const COLOURS = ['regular', 'moving-in-out', 'spring-cleaning'] as const;
const TILES_ACROSS = 6;

interface PackChoiceProps {
  readonly packs: readonly Pack[];
  /** The id of the chosen pack. */
  readonly value: string | null;
  readonly onChange: (packageID: string) => void;
}

/** Packs as stacks whose height shows their hours; one is chosen. */
export function PackChoice({ packs, value, onChange }: PackChoiceProps) {
  const { t } = useText(creditsTexts);
  const { money } = useFormat();
  const gst = useGstInside(packs.find(({ id }) => id === value)?.price ?? 0);
  return (
    <fieldset className="k-stack k-gap-14">
      <legend className="k-hidden">{t('packs.choose')}</legend>
      <div className={packStyles.stacks} data-many={packs.length > COLOURS.length || undefined}>
        {packs.map((pack, index) => (
          <label key={pack.id} className={packStyles.stack}>
            <input
              type="radio"
              name="pack"
              value={pack.id}
              checked={pack.id === value}
              onChange={() => onChange(pack.id)}
            />
            <span className={packStyles.tiles}>
              <TileWall
                service={COLOURS[index % COLOURS.length] ?? 'regular'}
                laid={pack.credits}
                columns={TILES_ACROSS}
                pattern="ubin"
              />
            </span>
            <PackWords pack={pack} />
          </label>
        ))}
      </div>
      <p className="k-muted k-small">
        {t('packs.against', { full: money(HIGHEST_HOURLY_PRICE, { short: true }) })}
        {gst > 0 && <span>{t('packs.gst', { amount: money(gst) })}</span>}
      </p>
    </fieldset>
  );
}

function PackWords({ pack }: { pack: Pack }) {
  const { t } = useText(creditsTexts);
  const { money } = useFormat();
  const saving = savingOf(pack);
  return (
    <span className={`k-stack k-gap-2 ${packStyles.words}`}>
      <b className={packStyles.hours}>{t('packs.hours', { count: pack.credits })}</b>
      <b className={packStyles.price}>{money(pack.price, { short: true })}</b>
      <span>{t('packs.each', { rate: money(pack.pricePerHour, { short: true }) })}</span>
      <span>{saving > 0 ? t('packs.saves', { amount: money(saving, { short: true }) }) : '\u00a0'}</span>
    </span>
  );
}

// Spelled out so that the public bundle does not include the contract's schemas.
const VISITS_ON_SALE = { kind: 'visit', bookable: '1', size: 200, count: '0' } as const;

interface PackTermsProps {
  /** Null until one is chosen. */
  readonly pack: Pack | null;
  /** The price in cents after a promo code. */
  readonly total?: Cents;
}

/** How long the hours last, and what is refunded. */
export function PackTerms({ pack, total = pack?.price ?? 0 }: PackTermsProps) {
  const { t } = useText(creditsTexts);
  const { money } = useFormat();
  const rate = pack === null ? null : roundToCents(total / pack.credits);
  const refund =
    rate === null || rate === 0
      ? t('terms.refundPlain')
      : t('terms.refund', { rate: money(rate, { short: true }) });
  const valid = t('terms.valid', { count: VALID_MONTHS });
  const uses = useWhatHoursPay();
  const facts = [
    ...(uses === '' ? [] : [{ key: 'uses', icon: IconClockHour4, name: t('terms.usesName'), text: uses }]),
    { key: 'valid', icon: IconCalendarCheck, name: t('terms.validName'), text: valid },
    { key: 'cancel', icon: IconRotate, name: t('terms.cancelName'), text: t('terms.cancel') },
    { key: 'refund', icon: IconReceiptRefund, name: t('terms.refundName'), text: refund },
    { key: 'gift', icon: IconGift, name: t('terms.giftName'), text: t('terms.gift') },
  ];
  return (
    <section className={`k-stack k-gap-10 ${styles.lead}`}>
      <SectionTitle>{t('terms.title')}</SectionTitle>
      <FactList facts={facts} />
    </section>
  );
}

/** Which cleans hours pay for, in one or two sentences; empty until the packages are loaded. */
function useWhatHoursPay(): string {
  const { t, language } = useText(creditsTexts);
  const packages = useCall(listPackages, { query: VISITS_ON_SALE });
  if (packages.data === undefined) return '';
  const { yes, no, 'with-difference': difference } = servicesByHours(packages.data.items);
  const list = new Intl.ListFormat(localeOf(language));
  const namesOf = (services: readonly JobType[]) =>
    list.format(services.map((service) => t(`uses.service.${service}`)));
  if (difference.length === 0 && no.length === 0) return t('uses.any');
  return [
    yes.length > 0 && t('uses.yes', { services: namesOf(yes) }),
    difference.length > 0 && t('uses.difference', { services: namesOf(difference) }),
    no.length > 0 && t('uses.no', { services: namesOf(no) }),
  ]
    .filter((sentence) => sentence !== false)
    .join(language === 'zh' ? '' : ' ');
}

// Spelled out so that the public bundle does not include the contract's schemas.
const readPaymentConfig = lightCall<typeof import('#features/money/payments/contract.ts').readPaymentConfig>(
  routes.readPaymentConfig,
);

/** The GST inside a current price, in cents; 0 while unknown, and if the business charges none. */
export function useGstInside(price: Cents): Cents {
  const { data } = useCall(readPaymentConfig);
  return gstInside(price, data?.gstPercent ?? 0);
}
