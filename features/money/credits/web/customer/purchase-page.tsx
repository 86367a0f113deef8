import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { MoneyLines, type PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, type Fact, FactList, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { useSession } from '#platform/web/session/session.ts';
import { BUY_HOURS, CREDITS, payPath } from '../parts/addresses.ts';
import { ChoosePack, PackTerms, useGstInside } from '../parts/choose-pack.tsx';
import shared from '../parts/credits.module.css';
import { useCreditsMessage } from '../parts/error-messages.ts';
import { columnsFor } from '../parts/hours-wall.tsx';
import { type Pack, usePacks } from '../parts/use-packs.ts';
import { creditsTexts } from '../texts.ts';
import styles from './pay/pay.module.css';
import {
  type BoughtHours,
  boughtIn,
  CodeProblem,
  type PackPrice,
  PayForm,
  usePackPrice,
} from './pay/pay-form.tsx';

/** Buying hours in three steps: choose a pack, pay, confirmation. The step is in the URL. */
export function Component() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const bought = boughtIn(state);
  const packageID = search.get('pack');
  if (bought !== null) return <BoughtPanel bought={bought} />;
  return packageID === null ? <PackChooser /> : <PackPayment packageID={packageID} />;
}

function PackChooser() {
  const { t } = useText(creditsTexts);
  const navigate = useNavigate();
  return (
    <div className="k-page">
      <div className="k-stack k-gap-10">
        <div>
          <BackLink href={CREDITS}>{t('home.title')}</BackLink>
        </div>
        <PageTitle>{t('packs.title')}</PageTitle>
        <p className={shared.lead}>{t('packs.lead')}</p>
      </div>
      <ChoosePack preselected={null} onBuy={(packageID) => void navigate(payPath(packageID))} />
    </div>
  );
}

function PackPayment({ packageID }: { packageID: string }) {
  const { t } = useText(creditsTexts);
  const { packs, isPending, isFetching, refetch } = usePacks();
  const pack = packs?.find(({ id }) => id === packageID);
  return (
    <div className="k-page">
      <div className="k-stack k-gap-10">
        <div>
          <BackLink href={BUY_HOURS}>{t('pay.back')}</BackLink>
        </div>
        <PageTitle>{t('pay.title')}</PageTitle>
      </div>
      {isPending && <Skeleton words={t('packs.loading')} lines={6} />}
      {!isPending && packs === undefined && (
        <ErrorState retryLabel={t('tryAgain')} onRetry={() => refetch()} retrying={isFetching && t('trying')}>
          {t('packs.failed')}
        </ErrorState>
      )}
      {packs !== undefined && pack === undefined && <PackGoneNotice />}
      {pack !== undefined && <PayPack key={pack.id} pack={pack} refreshPacks={refetch} />}
    </div>
  );
}

function PackGoneNotice() {
  const { t } = useText(creditsTexts);
  return (
    <div className="k-narrow">
      <EmptyState
        level={2}
        title={t('pay.gone')}
        action={
          <ButtonLink full size="small" href={BUY_HOURS}>
            {t('pay.back')}
          </ButtonLink>
        }
      >
        {t('pay.goneText')}
      </EmptyState>
    </div>
  );
}

/** Confirmation of a purchase, with its hours as tiles. */
export function BoughtPanel({ bought }: { bought: BoughtHours }) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const { email } = useSession();
  const length = hours(bought.hours);
  const balance = hours(bought.balance);
  const columns = columnsFor(bought.hours);
  return (
    <article className="k-page">
      <div className={`${shared.wall} ${shared.laid}`} style={vars({ '--across': columns })}>
        <TileWall
          service="regular"
          laid={bought.hours}
          columns={columns}
          label={t('done.tiles', { hours: length })}
        />
      </div>
      <PageTitle size="big" tab={t('done.tab')}>
        {t('done.title', { hours: length })}
      </PageTitle>
      <p className={shared.lead}>
        {email ? t('done.lead', { balance, email }) : t('done.leadPlain', { balance })}
      </p>
      <div className="k-stack k-gap-10 k-narrow">
        <FactList facts={useFacts(bought)} />
        <ButtonLink full href="/one-time/new">
          {t('done.book')}
        </ButtonLink>
        <ButtonLink full kind="quiet" href={CREDITS}>
          {t('done.credits')}
        </ButtonLink>
      </div>
    </article>
  );
}

function useFacts({ paid, receiptNo }: BoughtHours): Fact[] {
  const { t } = useText(creditsTexts);
  const { money } = useFormat();
  return [
    {
      key: 'paid',
      icon: IconCreditCard,
      name: t('done.paid'),
      text: paid > 0 ? t('done.paidText', { amount: money(paid) }) : t('done.free'),
    },
    {
      key: 'receipt',
      icon: IconReceipt2,
      name: t('done.receipt'),
      text: t('done.receiptText', { number: receiptNo }),
    },
    {
      key: 'until',
      icon: IconCalendar,
      name: t('done.until'),
      text: t('done.untilText', { count: VALID_MONTHS }),
    },
  ];
}

interface Props {
  readonly pack: Pack;
  readonly refreshPacks: () => Promise<unknown>;
}

/** The chosen pack, its price and the payment form. */
function PayPack({ pack, refreshPacks }: Props) {
  const price = usePackPrice(pack, refreshPacks);
  return (
    <div className={`k-stack ${styles.layout}`}>
      <PackPanel pack={pack} price={price} />
      <div className={styles.steps}>
        <PackCode price={price} />
        <PayForm pack={pack} price={price} />
        <PackTerms pack={pack} total={price.total} />
      </div>
    </div>
  );
}

function PackPanel({ pack, price }: { pack: Pack; price: PackPrice }) {
  const { t } = useText(creditsTexts);
  const { hours, money } = useFormat();
  const columns = columnsFor(pack.credits);
  const { before, total } = price;
  const gst = useGstInside(total);
  return (
    <section
      className={`k-stack k-gap-14 k-panel ${styles.panel}`}
      data-changed={before !== null || undefined}
    >
      {before !== null && (
        <Notice kind="sun" icon={IconAlertTriangle} live>
          {t('pay.changed', { before: money(before), now: money(total) })}
        </Notice>
      )}
      <div className="k-row k-baseline k-wrap k-between k-gap-6 k-gap-x-16">
        <h2>{t('pay.name', { hours: hours(pack.credits) })}</h2>
        <TextLink href={BUY_HOURS}>{t('pay.change')}</TextLink>
      </div>
      <p className="k-muted k-small">{t('pay.until', { count: VALID_MONTHS })}</p>
      <div className={shared.wall} style={vars({ '--across': columns })}>
        <TileWall service="regular" laid={pack.credits} columns={columns} />
      </div>
      <MoneyLines
        size="big"
        lines={useLines(pack, price)}
        total={{ label: t('pay.total'), amount: money(total) }}
        gst={gst > 0 && t('gst', { amount: money(gst) })}
      />
    </section>
  );
}

function useLines(pack: Pack, { promo, total }: PackPrice): PriceLine[] {
  const { t } = useText(creditsTexts);
  const { hours, money } = useFormat();
  const bare = (cents: number) => money(cents).replace('S$', '');
  const length = hours(pack.credits);
  const isPlain = pack.price === Math.round(pack.credits * pack.pricePerHour);
  const lines: PriceLine[] = [
    {
      key: 'hours',
      label: isPlain
        ? t('pay.line', { hours: length, rate: money(pack.pricePerHour, { short: true }) })
        : t('pay.pack', { hours: length }),
      amount: bare(pack.price),
    },
  ];
  if (promo !== null) {
    lines.push({ key: 'promo', label: promo.code, amount: bare(total - pack.price), good: true });
  }
  return lines;
}

function PackCode({ price }: { readonly price: PackPrice }) {
  const { t } = useText(creditsTexts);
  const creditsSentenceOf = useCreditsMessage();
  const sentenceOf = (problem: unknown) => {
    if (problem instanceof CodeProblem) return problem.message;
    return problem instanceof ApiError ? creditsSentenceOf(problem) : t('codeFailed');
  };
  const put = async (code: string) => (code === '' ? price.remove() : price.apply(code));
  return <PromoCodeField code={price.promo?.code ?? null} put={put} sentenceOf={sentenceOf} />;
}
