import type { ReactNode } from 'react';
import type { Quote } from '#features/work/jobs/contract/shapes.ts';
import { ownVisitsAt, type VisitTime } from '#features/work/jobs/rules/own-visits.ts';
import { quoteVisit } from '#features/work/jobs/rules/quote.ts';
import { gstLineOf, priceLinesOf } from '#features/work/jobs/web/parts/price-lines.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { PriceLayout } from '#platform/web/design/booking/price-layout.tsx';
import { PricePanel } from '#platform/web/design/booking/price-panel.tsx';
import { CheckoutStep } from '#platform/web/design/parts/checkout-step.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { BackLink, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { NotStored } from '#platform/web/forms/not-stored.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { sumQuotes } from '../../../rules/sum-quotes.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { priceBefore, recurrenceOf } from './draft.ts';
import { positionOfStep, type Service, screenOf, stepBefore, stepPath } from './steps.ts';
import type { Flow } from './use-flow.ts';

/** Size of a step's tile in px, such that all of them with their labels fit on a phone. */
const STEP_TILE = { few: 22, many: 18 };
const FEW_STEPS = 7;

interface Props {
  flow: Flow;
  title: string;
  /** Changes the heading within a step that has several screens. */
  screen?: string | undefined;
  /** Shown beside the heading: the countdown of the hold. */
  beside?: ReactNode | undefined;
  /**
   * The price of the held booking, shown in the step itself; otherwise the quote's, with its total in the
   * dock.
   */
  panel?: ReactNode | undefined;
  action: ReactNode;
  footnote?: ReactNode | undefined;
  children: ReactNode;
}

/** The frame of a step: back link, heading, and the price always visible. */
export function BookingFrame(props: Props) {
  const { flow, title, screen, beside, action, footnote, children } = props;
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const { money } = useFormat();
  const { position, count } = positionOfStep(flow.step, flow.service);
  const back = stepBefore(flow.step, flow.draft, flow.service);
  const dock = useDock(flow);
  const total = totalOf(flow);
  const series = useSeriesDock(flow, total);
  const panel = props.panel ?? (flow.quote.data && flow.sizing.pack ? <BookingPrice flow={flow} /> : null);
  return (
    <div className={styles.page}>
      <PriceLayout
        panel={panel}
        title={jobsText('price.title')}
        dock={
          props.panel === undefined
            ? {
                ...dock,
                total: total === null ? '…' : money(total),
                ...(series === null ? {} : series),
                openLabel: t('showPrice'),
                closeLabel: jobsText('close'),
              }
            : null
        }
        action={action}
        footnote={footnote}
      >
        <CheckoutStep>
          <StepTiles
            done={position - 1}
            current
            of={count}
            size={count > FEW_STEPS ? STEP_TILE.many : STEP_TILE.few}
            label={t('step.of', {
              place: position,
              count,
              name: t(`step.doing.${screenOf(flow.step, flow.draft)}`),
            })}
          />
        </CheckoutStep>
        <BackLink href={back === null ? '/select-service' : stepPath(flow.service, back)}>
          {t(back === null ? 'step.service' : `step.${back}`)}
        </BackLink>
        <div className={`k-row k-wrap k-between k-gap-8 k-gap-x-16 ${styles.heading}`}>
          <PageTitle key={screen} tab={title}>
            {title}
          </PageTitle>
          {beside}
        </div>
        <NotStored when={flow.isUnstored} />
        {flow.sizing.isGone && <GonePackage flow={flow} />}
        {props.panel === undefined && <ChangedPrice flow={flow} />}
        {flow.step !== 'home' && <OwnVisitNotice flow={flow} />}
        {children}
      </PriceLayout>
    </div>
  );
}

/** The total by the same rule as the quote, while that is loading; null if nothing is on sale. */
function totalOf(flow: Flow): Cents | null {
  const {
    draft,
    quote,
    service,
    sizing: { pack, hours },
  } = flow;
  if (pack === null) return null;
  if (quote.data !== undefined) return isEndless(flow) ? quote.data.price.total : quote.data.total;
  const size = { hours: hours ?? pack.hoursPerCleaner, numCleaners: draft.numCleaners ?? pack.numCleaners };
  const visit = quoteVisit(pack, { ...size, requireCleaningSupplies: draft.supplies ?? false }, true);
  return visit.total * (recurrenceOf(draft, service.recurs)?.count ?? 1);
}

/** A series without an end has a price per visit only. */
function isEndless({ service, draft }: Pick<Flow, 'service' | 'draft'>): boolean {
  return service.recurs && draft.count === null;
}

/** Until its dates are chosen, the price of a series is shown per visit, as on the home page. */
function useSeriesDock({ service, draft, quote }: Flow, total: Cents | null) {
  const { t } = useText(bookingTexts);
  const { money } = useFormat();
  if (isEndless({ service, draft }) && total !== null)
    return { note: t('often.endless'), total: t('often.aVisit', { price: money(total, { short: true }) }) };
  const visits = quote.data?.visits ?? draft.count ?? 1;
  if (!service.recurs || draft.startTime !== null || total === null || visits === 0) return null;
  return {
    note: t('visits', { count: visits }),
    total: t('often.aVisit', { price: money(Math.round(total / visits), { short: true }) }),
  };
}

/** Explains that the chosen package is no longer sold and was replaced by another. */
function GonePackage({ flow: { sizing, service, step } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  return (
    <div className={styles.inset}>
      <Notice
        kind="sun"
        live
        action={step !== 'home' && <TextLink href={stepPath(service, 'home')}>{t('change')}</TextLink>}
      >
        {sizing.pack === null ? t('packGone') : t('packGoneFor', { label: sizing.pack.label })}
      </Notice>
    </div>
  );
}

/** On a phone the panel is collapsed, so a changed price is shown in the step too. */
function ChangedPrice({ flow: { draft, quote } }: { flow: Flow }) {
  const { t } = useText(jobsTexts);
  const { money } = useFormat();
  if (quote.data === undefined || quote.isPlaceholderData) return null;
  const before = priceBefore(draft, quote.data.total, quote.data.visits);
  if (before === null) return null;
  return (
    <div className={styles.inline}>
      <Notice kind="sun" live>
        {t('price.changed', { before: money(before), now: money(quote.data.total) })}
      </Notice>
    </div>
  );
}

/** The texts of the dock: the time, once known, and the service. */
function useDock({ service: { type, recurs }, draft, sizing, quote, step }: Flow) {
  const { t: jobsText } = useText(jobsTexts);
  const { t } = useText(bookingTexts);
  const { hours, date, time } = useFormat();
  const service = jobsText(`service.${type}`);
  const length = sizing.hours === null ? '' : hours(sizing.hours);
  const what = length === '' ? service : jobsText('what', { service, hours: length });
  const crew = jobsText('crew', { count: quote.data?.numCleaners ?? 1 });
  if (draft.waitFor !== null) return { title: t('wait.dock', { day: date(draft.waitFor.date) }), note: what };
  if (draft.startTime === null) {
    return { title: what, note: step === 'home' ? t('next', { step: t('step.doing.time') }) : undefined };
  }
  const visits =
    draft.count === null ? t('often.endless') : t('visits', { count: quote.data?.visits ?? draft.count });
  return {
    title: t('at', { day: date(draft.startTime), time: time(draft.startTime) }),
    note: t('lengthAndCrew', { length, crew: recurs ? visits : crew }),
  };
}

interface Priced {
  readonly service: Service;
  /** More than one for a series with an end; the price is for all of them. */
  readonly visits: number;
  /** Each visit of a series without an end has this price. */
  readonly endless?: boolean | undefined;
  readonly hours: number;
  readonly numCleaners: number;
  readonly price: Quote;
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly place: string;
  /** The crew, once known. */
  readonly names: string;
  /** The previously agreed price, if it was different. */
  readonly before: number | null;
}

/** The current price of the booking. */
function BookingPrice({ flow }: { flow: Flow }) {
  const { service, draft, quote, sizing } = flow;
  if (quote.data === undefined) return null;
  const { price } = quote.data;
  const endless = isEndless(flow);
  const visits = endless ? 1 : quote.data.visits;
  return (
    <PriceSummary
      priced={{
        service,
        visits,
        endless,
        hours: sizing.hours ?? quote.data.hours,
        numCleaners: quote.data.numCleaners,
        price: sumQuotes(Array.from({ length: visits }, () => price)) ?? price,
        startTime: draft.startTime,
        endTime: draft.endTime,
        place: draft.addressLine1,
        names: '',
        before: quote.isPlaceholderData ? null : priceBefore(draft, quote.data.total, quote.data.visits),
      }}
      working={quote.isPlaceholderData}
      change={flow.step !== 'home'}
    />
  );
}

/** An itemised price with its tiles, time and address. */
export function PriceSummary({
  priced,
  working = false,
  change = false,
}: {
  priced: Priced;
  working?: boolean;
  change?: boolean;
}) {
  const { t } = useText(bookingTexts);
  const { t: jobsText, language } = useText(jobsTexts);
  const { money, hours, date, timeRange } = useFormat();
  const { price, numCleaners, startTime, endTime, visits, service } = priced;
  const crew = jobsText('crew', { count: numCleaners });
  const length = hours(priced.hours);
  const who = priced.names === '' ? crew : t('crewNames', { crew, names: priced.names });
  const details: ReactNode[] = [];
  if (startTime !== null && endTime !== null) {
    const first = t('at', { day: date(startTime), time: timeRange(startTime, endTime) });
    const several = priced.endless ? t('endlessFrom', { first }) : t('visitsFrom', { count: visits, first });
    details.push(visits === 1 && !priced.endless ? first : several);
  }
  if (priced.place !== '') details.push(priced.place);
  const changed =
    priced.before === null
      ? {}
      : {
          changed: jobsText('price.changed', { before: money(priced.before), now: money(price.total) }),
        };
  return (
    <PricePanel
      title={jobsText('what', { service: jobsText(`service.${service.type}`), hours: length })}
      service={service.type}
      hours={priced.hours}
      cleaners={numCleaners}
      tilesLabel={numCleaners === 1 ? length : jobsText('crewHours', { crew, hours: length })}
      details={details}
      lines={priceLinesOf(price, {
        t: jobsText,
        language,
        crewNote: visits === 1 ? who : t('visitsBy', { count: visits, who }),
      })}
      total={{
        label: priced.endless ? t('often.eachVisit') : jobsText('price.toPay'),
        amount: money(price.total),
      }}
      gst={gstLineOf(price, jobsText)}
      {...changed}
      {...(working ? { loading: jobsText('price.loading') } : {})}
      {...(change ? { change: <TextLink href={stepPath(service, 'home')}>{t('change')}</TextLink> } : {})}
    />
  );
}

/** Warns that the customer already has a visit to this home at that time. Booking another one is allowed. */
export function OwnVisitNotice({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { date, time } = useFormat();
  const visits = ownVisitsAt(flow.ownVisits ?? [], timesOf(flow));
  const [first] = visits;
  if (first === undefined) return null;
  const names = first.cleaners.map(({ firstname }) => firstname).join(t('dates.and'));
  const when = t('at', { day: date(first.startTime), time: time(first.startTime) });
  return (
    <div className={styles.inset}>
      <Notice kind="sun" live>
        {names === '' ? t('ownVisit.at', { when }) : t('ownVisit.with', { when, names })}{' '}
        {visits.length > 1 && <span>{t('ownVisit.more', { count: visits.length - 1 })}</span>}
      </Notice>
    </div>
  );
}

/** The times of the booking: all dates of a series, once known. */
export function timesOf({ service, draft, quote }: Flow): readonly VisitTime[] {
  const { startTime, endTime } = draft;
  if (startTime === null || endTime === null) return [];
  const dates = service.recurs ? (quote.data?.dates ?? []) : [];
  return dates.length > 0 ? dates : [{ startTime, endTime }];
}
