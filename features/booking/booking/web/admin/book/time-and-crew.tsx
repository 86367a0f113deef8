import { useEffect, useState } from 'react';
import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import { useBusiness } from '#features/catalogue/settings/web/parts/use-business.ts';
import changeStyles from '#features/work/jobs/web/office/job-sheets.module.css';
import { MAX_VISITS, MIN_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { MoveMonth, useFreeTimes } from '#features/work/schedule/web/office/free-times.tsx';
import { OtherWeekdays } from '#features/work/series/web/parts/other-weekdays.tsx';
import { DAY_PARTS, type DayPart } from '#features/work/waiting-list/rules/offer.ts';
import { PART_NAMES } from '#features/work/waiting-list/web/office/entry-labels.ts';
import { dayOfWire } from '#platform/web/business-time.ts';
import { SlotList } from '#platform/web/design/booking/slot-list.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { Panel } from '#platform/web/office/record.tsx';
import styles from './book.module.css';
import { CrewAndPrice } from './crew-and-price.tsx';
import {
  type HomePreference,
  type HomeWithPreferences,
  noMatchSentence,
  preferenceName,
  preferenceQuery,
  preferencesOf,
  type VisitHome,
  withPreferences,
} from './home-preferences.ts';
import {
  type Booking,
  type BookingForm,
  type Frequency,
  NEW_HOME,
  NEW_RECORDS_FORM,
  recurrenceOf,
  type Size,
  type WaitWithoutHome,
} from './use-booking.ts';

interface BookingProps {
  readonly booking: Booking;
}

/** The right side of the page, as soon as home and package are known. */
export function TimeAndCrew({ booking }: BookingProps) {
  const { home, pack, size, preferences } = booking;
  if (!home || !pack)
    return (
      <Panel title={t('When')}>
        <p>{missingFor(booking)}</p>
      </Panel>
    );
  return (
    <>
      {home.id !== null && preferencesOf(home).length > 0 && (
        <Panel title={t('Home preferences')} note={t('Turn one off to see more times and cleaners.')}>
          <PreferenceChips home={home} on={preferences} onChange={booking.choosePreferences} />
        </Panel>
      )}
      <WhenAndWho
        key={[home.postal, pack.id, size.hours, size.numCleaners].join(' ')}
        booking={booking}
        home={home}
        pack={pack}
      />
    </>
  );
}

/** What free times depend on and is not known yet. */
function missingFor({ customer, addsCustomer, home, pack, request }: Booking): string {
  const missing = [
    customer === null && !addsCustomer && t('a customer'),
    !home && (request.addressID === NEW_HOME ? t('the postal code') : t('a home')),
    !pack && t('a package'),
  ].filter((one) => one !== false);
  const last = missing.pop();
  const list =
    missing.length === 0
      ? last
      : t('{{join}} and {{last}}', { join: missing.join(', '), last: String(last) });
  return t('Free times appear here. Still needed: {{list}}.', { list: String(list) });
}

interface WhenAndWhoProps extends BookingProps {
  readonly home: VisitHome;
  readonly pack: NonNullable<Booking['pack']>;
}

/** Time, crew and price; the first free day is proposed until another time is chosen. */
function WhenAndWho({ booking, home, pack }: WhenAndWhoProps) {
  const { size, frequency, preferences } = booking;
  const wanted = withPreferences(home, preferences);
  const { times, startTime, choose } = useStart({ booking, wanted, pack });
  const { label, addressID: _home, ...request } = booking.request;
  const reclean =
    booking.reclean === null
      ? {}
      : { recleanOf: booking.reclean.id, recleanReason: booking.recleanReason.trim() };
  const labelled = label.trim() === '' ? {} : { label: label.trim() };
  return (
    <>
      <Panel title={t('When')}>
        <TimeField
          times={times}
          home={wanted}
          chosen={startTime}
          opensFull={frequency.interval === 'once'}
          onChoose={choose}
          onDay={booking.clearTime}
        />
        {startTime === null && booking.reclean === null && frequency.interval === 'once' && times.isFull && (
          <WaitForDay
            key={times.day}
            date={times.day}
            form={booking.form}
            request={{ ...sizeToSend(booking), ...withoutCode(request) }}
          />
        )}
      </Panel>
      {startTime && (
        <CrewAndPrice
          key={JSON.stringify([startTime, frequency])}
          pack={pack}
          size={size}
          home={home}
          preferences={preferences}
          customerID={booking.customer?.id}
          form={booking.form}
          firstCleaner={firstCleanerOf(booking, startTime)}
          request={{ ...request, ...labelled, ...size, startTime, ...recurrenceOf(frequency), ...reclean }}
          onCode={(promocode) => booking.write({ promocode })}
        />
      )}
    </>
  );
}

/** The package's own size is left to the server. */
function sizeToSend({ size, pack }: Booking): Partial<Size> {
  return size.hours === pack?.hoursPerCleaner && size.numCleaners === pack.numCleaners ? {} : size;
}

/** A promo code is entered once there is a time to pay for. */
function withoutCode<R extends { readonly promocode: string }>({ promocode: _code, ...request }: R) {
  return request;
}

/** The cleaner for whom the booking was opened, at the time for which it was; a larger crew is suggested as a whole. */
function firstCleanerOf({ asked, size }: Booking, startTime: string): string | null {
  return asked !== null && asked.startTime === startTime && size.numCleaners === 1 ? asked.cleanerID : null;
}

interface StartProps extends Pick<WhenAndWhoProps, 'booking' | 'pack'> {
  /** With the enabled preferences only. */
  readonly wanted: VisitHome;
}

/** The start of a visit, if its package has no usual one. */
const NINE = '09:00';

/**
 * The free times and the start. One is proposed: at the time of day that was chosen last, otherwise at the package's
 * usual start. A proposal is for the home's preferences; a chosen time stays, although nobody suitable may be free then.
 */
function useStart({ booking, wanted, pack }: StartProps) {
  const { size, proposedFor, proposeTime } = booking;
  const preferences = preferenceQuery(wanted);
  const proposedNow = JSON.stringify(preferences);
  const startTime = proposedFor === null || proposedFor === proposedNow ? booking.startTime : null;
  const [timeOfDay, setTimeOfDay] = useState(usualStartOf(pack) ?? NINE);
  const times = useFreeTimes({
    query: { packageID: pack.id, ...size, postal: wanted.postal, ...preferences },
    usualStart: timeOfDay,
    chosen: startTime,
  });
  const proposal = proposalOf(times);
  const { day, setDay } = times;
  useEffect(() => {
    if (startTime !== null || proposal === null) return;
    // Kept: otherwise it would change with the displayed weeks, and the crew with it.
    proposeTime(proposal, proposedNow);
    if (dayOfWire(proposal) !== day) setDay(dayOfWire(proposal));
  });
  const choose = (chosen: string) => {
    setTimeOfDay(chosen.slice(11, 16));
    booking.chooseTime(chosen);
  };
  return { times, startTime, choose };
}

/** The time to propose: at the usual start, otherwise the first of the day, otherwise the nearest one. */
function proposalOf({ proposed, loading, slots, isDayOpened, nearest }: ReturnType<typeof useFreeTimes>) {
  if (loading) return null;
  return proposed ?? slots[0]?.startTime ?? (isDayOpened ? null : nearest);
}

interface PreferenceChipsProps {
  readonly home: HomeWithPreferences;
  /** The enabled ones. */
  readonly on: readonly HomePreference[];
  onChange(on: readonly HomePreference[]): void;
}

/** The home's preferences as toggle buttons. */
function PreferenceChips({ home, on, onChange }: PreferenceChipsProps) {
  const toggle = (preference: HomePreference) =>
    onChange(on.includes(preference) ? on.filter((one) => one !== preference) : [...on, preference]);
  return (
    <fieldset className={`k-row k-stretch k-wrap k-gap-8 ${styles.chips}`}>
      <legend className="k-hidden">{t('Home preferences')}</legend>
      {preferencesOf(home).map((preference) => (
        <button
          key={preference}
          type="button"
          aria-pressed={on.includes(preference)}
          onClick={() => toggle(preference)}
        >
          {preferenceName(preference, home)}
        </button>
      ))}
    </fieldset>
  );
}

interface Props {
  readonly date: string;
  readonly form: BookingForm;
  readonly request: Omit<WaitWithoutHome, 'date' | 'part'>;
}

/** Under the times of a full day: puts the customer on its waiting list. */
function WaitForDay({ date, form, request }: Props) {
  const { date: dayOf } = useFormat();
  const [part, setPart] = useState<DayPart>('any');
  const wrong = Object.keys(form.errors).length;
  return (
    <div className={`k-stack k-gap-10 k-mt-16 ${changeStyles.foot}`}>
      <Segments
        label={t('Time of day')}
        name="wait-part"
        options={DAY_PARTS.map((value) => ({ value, label: PART_NAMES[value] }))}
        value={part}
        onChange={setPart}
      />
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
        busy={form.sending && t('Adding')}
        onClick={(event) => void form.wait(event, { ...request, date, part })}
      >
        {t('Add to the waiting list for {{day}}', { day: dayOf(date) })}
      </Button>
    </div>
  );
}

interface TimeFieldProps {
  readonly times: ReturnType<typeof useFreeTimes>;
  /** With the enabled preferences only. */
  readonly home: HomeWithPreferences;
  readonly chosen: string | null;
  onChoose(startTime: string): void;
  /** A full day can be opened, for its waiting list. */
  readonly opensFull: boolean;
  /** Another day is opened: its time has to be proposed again. */
  onDay(): void;
}

/** The days and times at which enough matching cleaners are free. */
function TimeField({ times, home, chosen, opensFull, onChoose, onDay }: TimeFieldProps) {
  return (
    <>
      <MoveMonth
        opensFull={opensFull}
        times={{
          ...times,
          setDay: (day) => {
            times.setDay(day);
            onDay();
          },
        }}
      />
      {times.error && (
        <Notice kind="bad">
          {t('We could not load the free times. {{message}}', { message: times.error.message })}
        </Notice>
      )}
      <SlotList
        groups={times.groups}
        chosen={chosen}
        onChoose={(slot) => {
          times.setDay(slot.id.slice(0, 10));
          onChoose(slot.id);
        }}
        loading={times.loading ? t('Loading free times') : undefined}
      />
      {!times.loading && times.groups.length === 0 && (
        <Nobody
          sentence={
            times.isDayOpened || times.nearest === null
              ? noMatchSentence(home)
              : t('Pick a day. Days with a flower have free times.')
          }
          nearest={times.nearest}
          onChoose={(startTime) => {
            times.setDay(startTime.slice(0, 10));
            onChoose(startTime);
          }}
        />
      )}
    </>
  );
}

interface NobodyProps {
  readonly sentence: string;
  /** The nearest time that works among the displayed weeks. */
  readonly nearest: string | null;
  onChoose(startTime: string): void;
}

function Nobody({ sentence, nearest, onChoose }: NobodyProps) {
  const { date, time } = useFormat();
  return (
    <p className={changeStyles.lead} role="status">
      {sentence}{' '}
      {nearest && (
        <TextButton onClick={() => onChoose(nearest)}>
          {t('Nearest: {{date}}, {{time}}', { date: date(nearest), time: time(nearest) })}
        </TextButton>
      )}
    </p>
  );
}

const COUNTS = Array.from({ length: MAX_VISITS - MIN_VISITS + 1 }, (_, i) => String(i + MIN_VISITS));

interface RecurrenceFieldProps {
  readonly frequency: Frequency;
  /** Of the first visit, if it is chosen. */
  readonly startTime: string | null;
  onChange(frequency: Frequency): void;
}

/** Whether and how often the visit repeats, and until when. */
export function RecurrenceField({ frequency, startTime, onChange }: RecurrenceFieldProps) {
  const { interval, count, weekdays } = frequency;
  const isOther = OTHERS().some(({ value }) => value === interval);
  const paysEach = (useBusiness()?.visitCharge ?? 'off') !== 'off';
  return (
    <div className={`k-stack k-gap-12 k-mt-10 ${changeStyles.form}`}>
      <Segments
        label={t('How often')}
        hideLabel
        name="interval"
        options={[...USUAL(), { value: OTHER, label: t('Other') }]}
        value={isOther ? OTHER : interval}
        onChange={(next) => onChange({ ...frequency, interval: next === OTHER ? 'monthly' : next })}
      />
      {isOther && (
        <SelectField
          label={t('How often')}
          value={interval}
          options={OTHERS()}
          onChange={({ target }) =>
            onChange({ ...frequency, interval: target.value as Frequency['interval'] })
          }
        />
      )}
      {interval !== 'once' && (
        <>
          {interval !== 'monthly' && startTime !== null && (
            <OtherWeekdays
              label={t('Also on')}
              startTime={startTime}
              weekdays={weekdays}
              onChange={(days) => onChange({ ...frequency, weekdays: days })}
            />
          )}
          <SelectField
            label={t('Visits')}
            value={String(count ?? ENDLESS)}
            onChange={({ target }) =>
              onChange({ ...frequency, count: target.value === ENDLESS ? null : Number(target.value) })
            }
            options={[
              ...(paysEach || count === null ? [{ value: ENDLESS, label: t('Without an end') }] : []),
              ...COUNTS.map((value) => ({ value, label: value })),
            ]}
            {...(count === null && {
              hint: t('12 weeks are booked now, later ones week by week. The saved card pays each visit.'),
            })}
          />
        </>
      )}
    </div>
  );
}

const ENDLESS = 'endless';

const OTHER = 'other';

const USUAL = () =>
  [
    { value: 'once', label: t('Once') },
    { value: 'weekly', label: t('Weekly') },
    { value: 'fortnightly', label: t('Every two weeks') },
  ] as const;

const OTHERS = () => [
  { value: 'three-weekly', label: t('Every three weeks') },
  { value: 'four-weekly', label: t('Every four weeks') },
  { value: 'monthly', label: t('Monthly') },
];
