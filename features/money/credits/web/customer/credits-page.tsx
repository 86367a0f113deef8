import { useQuery } from '@tanstack/react-query';
import { CardLink } from '#features/money/cards/web/parts/card-link.tsx';
import { callApi } from '#platform/web/api/api.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { keyOf, queryOf } from '#platform/web/api/queries.ts';
import { usePaged } from '#platform/web/api/use-paged.ts';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { Anchor, TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { PagedList } from '#platform/web/paged/paged-list.tsx';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { listCreditMovements } from '../../contract.ts';
import { HIGHEST_HOURLY_PRICE, savingOf } from '../../rules/for-sale.ts';
import { seeCredits } from '../../rules/policy.ts';
import { BUY_HOURS, RECEIVE_HOURS, SEND_HOURS } from '../parts/addresses.ts';
import styles from '../parts/credits.module.css';
import { HoursWall } from '../parts/hours-wall.tsx';
import { type HeldLot, hoursIn, useLotLabels, useLots } from '../parts/use-lots.ts';
import { usePacks } from '../parts/use-packs.ts';
import { creditsTexts } from '../texts.ts';

/** The customer's hours, their expiry and the statement. */
export function Component() {
  const { t } = useText(creditsTexts);
  const id = useOwnID(seeCredits) ?? '';
  return (
    <div className="k-page">
      <div className="k-row k-baseline k-wrap k-between k-gap-6 k-gap-x-16">
        <PageTitle>{t('home.title')}</PageTitle>
        <div className={`k-row k-stretch k-wrap ${styles.links}`}>
          <TextLink roomy href="/dashboard/account/payment-history">
            {t('home.payments')}
          </TextLink>
          <CardLink />
        </div>
      </div>
      <div className="k-columns">
        <div className="k-stack k-gap-28">
          <HeldHours />
        </div>
        <Statement customerID={id} />
      </div>
    </div>
  );
}

function HeldHours() {
  const { t } = useText(creditsTexts);
  const { live, isPending, isFetching, refetch } = useLots();
  if (isPending) return <Skeleton words={t('home.loading')} lines={6} />;
  if (live === undefined) {
    return (
      <ErrorState retryLabel={t('tryAgain')} onRetry={() => refetch()} retrying={isFetching && t('trying')}>
        {t('home.failed')}
      </ErrorState>
    );
  }
  return live.length === 0 ? <NoHours /> : <HoursPanel lots={live} />;
}

function HoursPanel({ lots }: { lots: readonly HeldLot[] }) {
  const { t } = useText(creditsTexts);
  const count = hoursIn(lots);
  return (
    <>
      <div className={`k-stack k-gap-10 ${styles.wide}`}>
        <p className={`k-row k-baseline k-gap-12 ${styles.figure}`}>
          <b>{count}</b>
          <span>{t('home.figure', { count })}</span>
        </p>
        <HoursWall lots={lots} />
        <div className={styles.buttons}>
          <ButtonLink full href={BUY_HOURS}>
            {t('home.buy')}
          </ButtonLink>
          <ButtonLink full kind="quiet" href={SEND_HOURS}>
            {t('home.send')}
          </ButtonLink>
        </div>
        <p>
          <TextLink roomy href={RECEIVE_HOURS}>
            {t('home.receive')}
          </TextLink>
        </p>
      </div>
      <section className="k-stack k-gap-10">
        <SectionTitle>{t('home.lots')}</SectionTitle>
        <p className="k-muted k-small">{t('home.lotsNote')}</p>
        <ul className={`k-ruled k-line-above k-line-below ${styles.lines}`}>
          {lots.map((lot) => (
            <LotLine key={lot.id} lot={lot} />
          ))}
        </ul>
      </section>
    </>
  );
}

function LotLine({ lot }: { lot: HeldLot }) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const { originOf, untilOf } = useLotLabels();
  return (
    <li>
      <span>
        <b>{untilOf(lot)}</b>
        <small>{originOf(lot)}</small>
      </span>
      <span className={styles.amount}>
        {lot.granted > lot.numCredits
          ? t('home.lotHours', { left: lot.numCredits, granted: hours(lot.granted) })
          : hours(lot.numCredits)}
      </span>
    </li>
  );
}

/** Hours reserved for unpaid visits, from the latest movements. */
function useHoursHeld(): number {
  const id = useOwnID(seeCredits);
  const { data } = useQuery({
    ...queryOf(listCreditMovements, { params: { id: id ?? '' } }),
    enabled: id !== null,
  });
  return data?.items.reduce((sum, { isHeld, hours }) => sum - (isHeld ? hours : 0), 0) ?? 0;
}

/** Empty state: what the usual pack would save. */
function NoHours() {
  const { t } = useText(creditsTexts);
  const { hours, money } = useFormat();
  const { packs = [] } = usePacks();
  const held = useHoursHeld();
  const best = packs.find((pack) => savingOf(pack) > 0);
  const suggestion = best
    ? t('home.empty', {
        hours: hours(best.credits),
        rate: money(best.pricePerHour, { short: true }),
        full: money(HIGHEST_HOURLY_PRICE, { short: true }),
        saving: money(savingOf(best), { short: true }),
      })
    : t('home.emptyPlain');
  return (
    <div className="k-stack k-gap-10 k-narrow">
      <EmptyState
        level={2}
        title={held > 0 ? t('home.allHeld', { hours: hours(held) }) : t('home.emptyTitle')}
        spot="regular"
        action={
          <ButtonLink full size="small" href={BUY_HOURS}>
            {t('home.buy')}
          </ButtonLink>
        }
      >
        {suggestion}
      </EmptyState>
      <p>
        <TextLink roomy href={RECEIVE_HOURS}>
          {t('home.receive')}
        </TextLink>
      </p>
    </div>
  );
}

type Movement = CallReply<typeof listCreditMovements>['items'][number];

/** Movements per page. */
const PAGE = 15;

/** Every movement of hours, newest first. */
function Statement({ customerID }: { customerID: string }) {
  const { t } = useText(creditsTexts);
  const movements = usePaged<Movement>({
    key: [...keyOf(listCreditMovements), 'paged', customerID],
    read: (from, signal) =>
      callApi(listCreditMovements, { params: { id: customerID }, query: { from, size: PAGE }, signal }),
  });
  return (
    <section className="k-stack k-gap-10">
      <SectionTitle>{t('statement.title')}</SectionTitle>
      <PagedList
        list={movements}
        loading={t('statement.loading')}
        failed={t('statement.failed')}
        empty={<p className="k-muted">{t('statement.none')}</p>}
      >
        {(items) => (
          <ul className={`k-ruled k-line-above k-line-below ${styles.lines}`}>
            {items.map((movement) => (
              <StatementLine key={movement.id} movement={movement} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function StatementLine({ movement }: { movement: Movement }) {
  const { t } = useText(creditsTexts);
  const { date, hours } = useFormat();
  const whatOf = useMovementLabel();
  const { jobID, reason, kind, createdAt } = movement;
  const day = date(createdAt, 'dated');
  const note = kind === 'adjusted' && reason !== '' ? t('statement.note', { day, reason }) : day;
  const isIn = movement.hours > 0;
  return (
    <li>
      <span>
        <b>{whatOf(movement)}</b>
        <small>{note}</small>
        {jobID !== null && (
          <small>
            <Anchor href={`/dashboard/bookings/${jobID}`} aria-label={t('statement.visitOf', { day })}>
              {t('statement.visit')}
            </Anchor>
          </small>
        )}
      </span>
      <span className={styles.amount} data-in={isIn || undefined}>
        {isIn ? '+' : '−'}
        {hours(Math.abs(movement.hours))}
      </span>
    </li>
  );
}

/** Returns a function that describes a movement. */
function useMovementLabel(): (movement: Movement) => string {
  const { t } = useText(creditsTexts);
  return ({ kind, isHeld, hours, reason, jobID }) => {
    if (isHeld) return t('statement.stillHeld');
    if (kind === 'adjusted') return t(hours > 0 ? 'statement.adjustedUp' : 'statement.adjustedDown');
    if (kind === 'refunded') return t(hours > 0 ? 'statement.refundedUp' : 'statement.refundedDown');
    if (kind === 'returned' && jobID === null) return t('statement.refundUndone');
    if (kind === 'gift-returned') return t('statement.giftReturned');
    if (kind === 'sent') return t('statement.sent', { email: reason });
    return t(`statement.${kind}`);
  };
}
