import { useState } from 'react';
import { useReductionSentence } from '#features/booking/checkout/web/parts/use-reduction-sentence.ts';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { PromoCodeField } from '#features/money/promo-codes/web/parts/promo-code-field.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import type { Alternative } from '#features/work/schedule/contract/shapes.ts';
import { callApi } from '#platform/web/api/api.ts';
import type { CallInput, CallReply } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { quoteJob } from '../../../contract.ts';
import { CrewField, crewOf, NOBODY_CHOSEN } from './crew-field.tsx';
import { type HomePreference, homeQuery, type VisitHome, withPreferences } from './home-preferences.ts';
import type { Size } from './use-booking.ts';
import { type BookingForm, NEW_RECORDS_FORM, type RequestWithoutHome } from './use-booking-form.ts';
import { useQuote, VisitPrice } from './visit-price.tsx';

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
      <Panel title="Crew">
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
      <Panel title="Price">
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
    <div className={styles.foot}>
      <SubmitProblem problem={form.problem} />
      {wrong > 0 && (
        <p role="status">Fix {wrong === 1 ? '1 field' : `${wrong} fields`} under Customer and home first.</p>
      )}
      <Button
        full
        form={NEW_RECORDS_FORM}
        busy={form.sending && (body.recleanOf === undefined ? 'Holding' : 'Booking')}
        disabledReason={
          (busyDates > 0 && `Choose for ${busyDates} busy ${busyDates === 1 ? 'date' : 'dates'}`) ||
          (body.recleanReason === '' && 'Say why someone comes again')
        }
        onClick={(event) => void form.hold(event, body)}
      >
        {quote !== undefined && quote.visits > 1
          ? `Hold ${quote.visits} visits, ${money(quote.total)}`
          : `${body.recleanOf === undefined ? 'Hold' : 'Book'} ${date(body.startTime)}, ${time(body.startTime)}`}
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
      sentenceOf={useReductionSentence()}
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
    <div className={styles.form}>
      {length > 0 && (
        <Notice kind="sun" live>
          {length === 1 ? 'One date is not free.' : `${length} dates are not free.`}
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
            { value: LEAVE_OUT, label: 'Skip this date' },
          ]}
          value={null}
          onChange={(to) => decide(seriesDate, to)}
        />
      ))}
      {Object.entries(exceptions).map(([seriesDate, instead]) => (
        <p key={seriesDate}>
          {at(seriesDate)}: {instead === null ? 'skipped' : `at ${at(instead)} instead`}.{' '}
          <TextButton
            onClick={() =>
              onChange(
                Object.fromEntries(Object.entries(exceptions).filter(([decided]) => decided !== seriesDate)),
              )
            }
          >
            Undo
          </TextButton>
        </p>
      ))}
    </div>
  );
}
