import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReductionMessage } from '#features/booking/checkout/web/parts/reductions.tsx';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { gstLineOf, priceLinesOf } from '#features/work/jobs/web/parts/price-lines.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { callApi } from '#platform/web/api/api.ts';
import type { CallInput, CallReply } from '#platform/web/api/callable.ts';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { Panel } from '#platform/web/office/record.tsx';
import { quoteJob } from '../../../contract.ts';
import bookStyles from './book.module.css';
import { CrewField, crewOf, NOBODY_CHOSEN } from './crew-field.tsx';
import { type HomePreference, homeQuery, type VisitHome, withPreferences } from './home-preferences.ts';
import { type BookingForm, NEW_RECORDS_FORM, type RequestWithoutHome, type Size } from './use-booking.ts';

interface CrewAndPriceProps {
  readonly pack: PackageReply;
  readonly size: Size;
  readonly home: VisitHome;
  /** The enabled preferences of the home. */
  readonly preferences: readonly HomePreference[];
  /** Undefined for a new customer. */
  readonly customerID: string | undefined;
  /** The booking without its crew. */
  readonly request: RequestWithoutHome & { readonly startTime: string };
  readonly form: BookingForm;
  /** Chosen at first; null for the suggested crew. */
  readonly firstCleaner: string | null;
  onCode(promocode: string): void;
}

/** Crew, price and unavailable dates, with the button that holds the booking. */
export function CrewAndPrice(props: CrewAndPriceProps) {
  const { pack, size, home, preferences, customerID, request, form, firstCleaner, onCode } = props;
  const [crew, setCrew] = useState(
    firstCleaner === null ? NOBODY_CHOSEN : { ...NOBODY_CHOSEN, ids: [firstCleaner] },
  );
  const [exceptions, setExceptions] = useState<Exceptions>({});
  const body = withExceptions(request, exceptions);
  const {
    specialRequests: _notes,
    contactDetails: _door,
    label: _label,
    recleanReason: _reason,
    ...priced
  } = body;
  const asked = { ...priced, customerID, ...homeQuery(home), postal: home.postal };
  const suggested = useQuote(asked).data?.cleaners.map(({ id }) => id) ?? [];
  const quoted = { ...asked, ...crewOf(crew) };
  const isSeries = Boolean(request.recurrence);
  const found = useQuote(quoted).data?.conflicts ?? [];
  const conflicts = isSeries ? found : [];
  return (
    <>
      <Panel title={t('Crew')}>
        <CrewField
          pack={pack}
          size={size}
          home={withPreferences(home, preferences)}
          startTime={request.startTime}
          customerID={customerID}
          suggested={suggested}
          chosen={crew}
          onChange={(chosen) => {
            setCrew(chosen);
            setExceptions({});
          }}
        />
      </Panel>
      <Panel title={t('Price')}>
        <VisitPrice body={quoted} />
        {request.recleanOf === undefined && <QuotedCode quoted={quoted} onChange={onCode} />}
        <ConflictList
          conflicts={conflicts}
          crew={crew.ids}
          exceptions={exceptions}
          onChange={setExceptions}
        />
        <Hold form={form} body={{ ...body, ...crewOf(crew) }} quoted={quoted} busyDates={conflicts.length} />
      </Panel>
    </>
  );
}

/** The booking with the decisions about unavailable dates. */
function withExceptions<R extends RequestWithoutHome>(request: R, exceptions: Exceptions): R {
  const decided = Object.entries(exceptions);
  if (!request.recurrence || decided.length === 0) return request;
  return {
    ...request,
    recurrence: {
      ...request.recurrence,
      exceptions: decided.map(([startTime, instead]) => ({ startTime, instead })),
    },
  };
}

interface HoldProps {
  readonly form: BookingForm;
  readonly body: RequestWithoutHome & { readonly startTime: string };
  /** The quoted request: number of held visits and their price. */
  readonly quoted: CallInput<typeof quoteJob>['body'];
  /** Unavailable dates without a decision. */
  readonly busyDates: number;
}

function Hold({ form, body, quoted, busyDates }: HoldProps) {
  const { date, time, money } = useFormat();
  const quote = useQuote(quoted).data;
  const wrong = Object.keys(form.errors).length;
  return (
    <div className={`k-stack k-gap-10 k-mt-16 ${styles.foot}`}>
      <SubmitProblem problem={form.problem} />
      {wrong > 0 && (
        <p role="status">
          {t('Fix {{value}} under Customer and home first.', {
            value: wrong === 1 ? t('1 field') : t('{{wrong}} fields', { wrong }),
          })}
        </p>
      )}
      <Button
        full
        form={NEW_RECORDS_FORM}
        busy={form.sending && (body.recleanOf === undefined ? t('Holding') : t('Booking'))}
        disabledReason={
          (busyDates > 0 &&
            (busyDates === 1
              ? t('Choose for {{busyDates}} busy date', { busyDates })
              : t('Choose for {{busyDates}} busy dates', { busyDates }))) ||
          (body.recleanReason === '' && t('Say why someone comes again'))
        }
        onClick={(event) => void form.hold(event, body)}
      >
        {quote !== undefined && quote.visits > 1
          ? t('Hold {{visits}} visits, {{money}}', { visits: quote.visits, money: money(quote.total) })
          : t(body.recleanOf === undefined ? 'Hold {{date}}, {{time}}' : 'Book {{date}}, {{time}}', {
              date: date(body.startTime),
              time: time(body.startTime),
            })}
      </Button>
    </div>
  );
}

interface QuotedCodeProps {
  readonly quoted: CallInput<typeof quoteJob>['body'];
  onChange(promocode: string): void;
}

/**
 * The promo code of a booking that is not held yet: the quote checks it for this customer and shows the
 * discount.
 */
function QuotedCode({ quoted, onChange }: QuotedCodeProps) {
  const { promocode = '' } = quoted;
  const line = useQuote(quoted).data?.price.lines.find(({ code }) => code === 'promo');
  return (
    <PromoCodeField
      code={promocode === '' ? null : (line?.label ?? promocode)}
      discount={line && -line.amount}
      put={async (code) => {
        if (code !== '') await callApi(quoteJob, { body: { ...quoted, promocode: code } });
        onChange(code);
      }}
      sentenceOf={useReductionMessage()}
    />
  );
}

/** By date of the series: another time for it, or null to skip it. */
type Exceptions = Readonly<Record<string, string | null>>;

interface ConflictListProps {
  readonly conflicts: CallReply<typeof quoteJob>['conflicts'];
  /** The manually chosen crew: only times at which they are available are offered. */
  readonly crew: readonly string[];
  readonly exceptions: Exceptions;
  onChange(exceptions: Exceptions): void;
}

const LEAVE_OUT = 'leave-out';

/** The dates of a series that cannot be served: each is moved or skipped, and the decision can be undone. */
function ConflictList({ conflicts, crew, exceptions, onChange }: ConflictListProps) {
  const { date, time } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  const decide = (seriesDate: string, to: string) =>
    onChange({ ...exceptions, [seriesDate]: to === LEAVE_OUT ? null : to });
  const { length } = conflicts;
  const hasCrew = ({ cleaners }: Alternative) => crew.every((id) => cleaners.some((one) => one.id === id));
  if (length === 0 && Object.keys(exceptions).length === 0) return null;
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      {length > 0 && (
        <Notice kind="sun" live>
          {length === 1 ? t('One date is not free.') : t('{{length}} dates are not free.', { length })}
        </Notice>
      )}
      {conflicts.map(({ seriesDate, startTime, detail, alternatives }) => (
        <RadioRows
          key={seriesDate}
          label={`${at(startTime)}: ${detail}`}
          name={seriesDate}
          options={[
            ...alternatives.filter(hasCrew).map((one) => ({
              value: one.startTime,
              label: at(one.startTime),
              note: one.cleaners.map(({ firstname }) => firstname).join(', '),
            })),
            { value: LEAVE_OUT, label: t('Skip this date') },
          ]}
          value={null}
          onChange={(to) => decide(seriesDate, to)}
        />
      ))}
      {Object.entries(exceptions).map(([seriesDate, instead]) => (
        <p key={seriesDate}>
          {at(seriesDate)}: {instead === null ? t('skipped') : t('at {{at}} instead', { at: at(instead) })}.{' '}
          <TextButton
            onClick={() =>
              onChange(
                Object.fromEntries(Object.entries(exceptions).filter(([decided]) => decided !== seriesDate)),
              )
            }
          >
            {t('Undo')}
          </TextButton>
        </p>
      ))}
    </div>
  );
}

type QuoteBody = CallInput<typeof quoteJob>['body'];

/** Price, crew and conflicts of a booking as of now. */
function useQuote(body: QuoteBody) {
  return useQuery({ queryKey: [quoteJob.path, body], queryFn: () => callApi(quoteJob, { body }) });
}

/** The price and the crew of the visits, without holding anything. */
function VisitPrice({ body }: { readonly body: QuoteBody }) {
  const { t: tCustomer } = useText(jobsTexts);
  const { money } = useFormat();
  const quote = useQuote(body);
  if (quote.isError) return <Notice kind="bad">{quote.error.message}</Notice>;
  if (quote.data === undefined) return <Skeleton words={t('Working out the price')} lines={3} bare />;
  const { price, cleaners, visits, total, dates } = quote.data;
  return (
    <>
      <MoneyLines
        lines={priceLinesOf(price, { t: tCustomer, language: officeLanguage() })}
        total={{ label: totalLabel(quote.data), amount: money(price.total) }}
        gst={gstLineOf(price, tCustomer)}
      />
      {visits > 1 && (
        <p>
          <b>{t('{{visits}} visits, {{money}} in total.', { visits, money: money(total) })}</b>
        </p>
      )}
      {cleaners.length > 0 && (
        <p>
          {t('{{join}} would come.', { join: cleaners.map((person) => person.firstname).join(t(' and ')) })}
        </p>
      )}
      {dates.length > 1 && <SeriesDates visits={crewsOf(quote.data)} />}
    </>
  );
}

/** A promo code reduces the first visit only. */
function totalLabel({ visits, price, total }: CallReply<typeof quoteJob>): string {
  if (visits < 2) return t('Total');
  return total === price.total * visits ? t('Each visit') : t('First visit');
}

/** The dates of a series that would be held, each with its crew. */
function SeriesDates({ visits }: { readonly visits: readonly SeriesVisit[] }) {
  const { date, time, money } = useFormat();
  const other = otherCrewLabel(visits);
  return (
    <>
      {other && <Notice kind="sun">{other}</Notice>}
      <ol className={bookStyles.dates} aria-label={t('Dates')}>
        {visits.map(({ startTime, crew, isOther, price }) => (
          <li key={startTime} data-other={isOther || undefined}>
            <span>
              {date(startTime)}, {time(startTime)}
            </span>
            <span>{isOther ? <b>{crew}</b> : crew}</span>
            <span>{money(price)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

type Quoted = Pick<CallReply<typeof quoteJob>, 'dates' | 'price' | 'total'>;
type Dates = Quoted['dates'];

interface SeriesVisit {
  readonly startTime: string;
  /** First names: `Siew Hua and Faizal`. */
  readonly crew: string;
  /** The crew differs from the first date. */
  readonly isOther: boolean;
  /** Cents. */
  readonly price: Cents;
}

/** The visits of a series with their crews, whether each differs from the first, and their prices. */
export function crewsOf({ dates, price, total }: Quoted): SeriesVisit[] {
  const idsOf = ({ cleaners }: Dates[number]) =>
    cleaners
      .map(({ id }) => id)
      .toSorted()
      .join(' ');
  const first = dates[0];
  // A promo code reduces the first visit only; the others cost the same.
  const later = (total - price.total) / (dates.length - 1);
  return dates.map((date, index) => ({
    startTime: date.startTime,
    crew: date.cleaners.map(({ firstname }) => firstname).join(t(' and ')),
    isOther: first !== undefined && idsOf(date) !== idsOf(first),
    price: index === 0 ? price.total : later,
  }));
}

/** `A different cleaner comes to 2 of 12 visits.`; null if the crew is always the same. */
export function otherCrewLabel(visits: readonly SeriesVisit[]): string | null {
  const others = visits.filter(({ isOther }) => isOther).length;
  return others === 0
    ? null
    : t('A different cleaner comes to {{others}} of {{count}} visits.', { others, count: visits.length });
}
