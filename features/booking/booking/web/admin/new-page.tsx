import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { getCustomer } from '#features/people/customers/contract.ts';
import { contactRequests } from '#features/site/contact-requests/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { getJob, listJobs } from '#features/work/jobs/contract.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { JOBS } from '#features/work/jobs/web/office/job-frame.tsx';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import { MAX_VISITS } from '#features/work/schedule/rules/series-limits.ts';
import { MAX_HOURS, MIN_HOURS } from '#features/work/schedule/rules/visit-length.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { money } from '#platform/web/amounts.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Checkbox, SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { ownerOf, removeUnsavedDraft, saveUnsavedDraft } from '#platform/web/forms/unsaved-drafts.ts';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Loaded, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { session } from '#platform/web/session/session.ts';
import { bookingAfterSeries, bookingFromJob, bookingToReclean } from './book/booking-from-job.ts';
import { CustomerAndHome } from './book/customer-and-home.tsx';
import { NOBODY, type Person } from './book/customer-field.tsx';
import { HeldBooking } from './book/held-booking.tsx';
import { RecurrenceField, TimeAndCrew } from './book/time-and-crew.tsx';
import { type Booking, NOTHING, type Size, type Typed, useBooking } from './book/use-booking.ts';

/**
 * /admin/jobs/new: the office books for a customer, who may be new. `?customerID=` chooses the customer, `?again=` books
 * an expired job again, `?reclean=` sends someone again after a visit that is done, `?renews=` books more visits after a series, `?request=` books for the person of a contact request,
 * and `?held=` shows the booking just held, to be paid.
 * `?at=` chooses the time, with `&cleanerID=` also the cleaner.
 */
export function Component() {
  const [params] = useSearchParams();
  return (
    <RecordPage list={JOBS} title={t('New job')}>
      <BookingFormByOrigin
        held={params.get('held')}
        again={params.get('again')}
        renews={params.get('renews')}
        reclean={params.get('reclean')}
        request={params.get('request')}
        customerID={params.get('customerID')}
        asked={askedIn(params)}
      />
    </RecordPage>
  );
}

type BookedProps = Readonly<
  Record<'held' | 'again' | 'renews' | 'reclean' | 'request' | 'customerID', string | null>
> &
  Pick<Typed, 'asked'>;

/** A wire time: 2026-11-26T09:00:00+08:00 */
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

function askedIn(params: URLSearchParams): Typed['asked'] {
  const startTime = params.get('at') ?? '';
  return WIRE_TIME.test(startTime) ? { startTime, cleanerID: params.get('cleanerID') } : null;
}

function BookingFormByOrigin({ held, again, renews, reclean, request, customerID, asked }: BookedProps) {
  if (held !== null) return <HeldBooking id={held} />;
  if (again !== null) return <BookFromJob key={again} id={again} firstFrom={bookAgain} />;
  if (renews !== null) return <BookFromJob key={renews} id={renews} firstFrom={bookingAfterSeries} />;
  if (reclean !== null) return <BookReclean key={reclean} id={reclean} />;
  if (request !== null) return <BookForRequest key={request} id={request} />;
  if (customerID !== null) return <BookFor key={customerID} id={customerID} asked={asked} />;
  return <NewBooking first={firstFor(asked)} />;
}

function firstFor(asked: Typed['asked']): Typed {
  return { ...NOTHING, asked, startTime: asked?.startTime ?? null };
}

function BookFor({ id, asked }: { readonly id: string } & Pick<Typed, 'asked'>) {
  return (
    <Loaded query={useCall(getCustomer, { params: { id } })} what={t('this customer')}>
      {({ fullname }) => <NewBooking first={{ ...firstFor(asked), customer: { id, fullname } }} />}
    </Loaded>
  );
}

/** For somebody who wrote through the contact form; the form says so if they are a customer already. */
function BookForRequest({ id }: { readonly id: string }) {
  return (
    <Loaded query={useCall(contactRequests.get, { params: { id } })} what={t('this contact request')}>
      {({ firstname, lastname, mobile, email }) => (
        <NewBooking
          first={{ ...NOTHING, addsCustomer: true }}
          person={{ ...NOBODY, firstname, lastname, mobile: mobile === '' ? '' : showMobile(mobile), email }}
        />
      )}
    </Loaded>
  );
}

function BookReclean({ id }: { readonly id: string }) {
  return (
    <Loaded query={useCall(getJob, { params: { id } })} what={t('the first visit')}>
      {(job) =>
        job.stage === 'done' && goesAhead(job.status) && job.trash === 0 ? (
          <NewBooking first={bookingToReclean(job)} />
        ) : (
          <Notice kind="bad">{t('Only a visit that is done can be cleaned again.')}</Notice>
        )
      }
    </Loaded>
  );
}

/** The form that a job and the visits of its series begin with. */
type FirstFrom = (job: Job, visits: readonly Job[]) => Typed;

const bookAgain: FirstFrom = (job, visits) => bookingFromJob(job, visits, appClock.now());

interface FromJobProps {
  readonly id: string;
  readonly firstFrom: FirstFrom;
}

function BookFromJob({ id, firstFrom }: FromJobProps) {
  return (
    <Loaded query={useCall(getJob, { params: { id } })} what={t('this job')}>
      {(job) =>
        job.seriesID === null ? (
          <NewBooking first={firstFrom(job, [job])} />
        ) : (
          <BookFromSeries job={job} seriesID={job.seriesID} firstFrom={firstFrom} />
        )
      }
    </Loaded>
  );
}

interface FromSeriesProps extends Pick<FromJobProps, 'firstFrom'> {
  readonly job: Job;
  readonly seriesID: string;
}

function BookFromSeries({ job, seriesID, firstFrom }: FromSeriesProps) {
  const visits = useCall(listJobs, { query: { seriesID, status: '*', size: MAX_VISITS } });
  return (
    <Loaded query={visits} what={t('the visits of this series')}>
      {({ items }) => <NewBooking first={firstFrom(job, items)} />}
    </Loaded>
  );
}

interface NewBookingProps {
  readonly first: Typed;
  /** What is known of the new customer. */
  readonly person?: Person;
}

function NewBooking({ first: given, person = NOBODY }: NewBookingProps) {
  // Reloaded data does not change what is being edited.
  const [first] = useState(given);
  const booking = useBooking({ first, person, onHeld: useHeld(), onWaiting: useWaiting() });
  useDraftOnReload();
  return (
    <>
      <UnsavedGuard when={booking.isChanged && !booking.form.sending} />
      <Panels left={<RequestFields booking={booking} />} right={<TimeAndCrew booking={booking} />} />
    </>
  );
}

/** Announces what is held, and goes on to its payment. */
function useHeld() {
  const { date, time } = useFormat();
  const toast = useToast();
  const navigate = useNavigate();
  const [, setParams] = useSearchParams();
  return (job: Job) => {
    if (job.recleanOf) {
      toast.show({
        text: t('Booked for {{date}}, {{time}}, free of charge.', {
          date: date(job.startTime),
          time: time(job.startTime),
        }),
      });
      removeUnsavedDraft();
      void navigate(`/admin/jobs/${job.id}/view`, { replace: true });
      return;
    }
    const until = job.holdExpiresAt ?? job.startTime;
    toast.show({
      text: t('{{held}} held until {{date}}, {{time}}.', {
        held: heldLabel(job),
        date: date(until),
        time: time(until),
      }),
    });
    removeUnsavedDraft();
    setParams({ held: job.id }, { replace: true });
  };
}

/** Announces the day that the customer waits for, and shows its line. */
function useWaiting() {
  const { date } = useFormat();
  const toast = useToast();
  const navigate = useNavigate();
  return (day: string) => {
    toast.show({ text: t('On the waiting list for {{date}}.', { date: date(day) }) });
    removeUnsavedDraft();
    void navigate(`/admin/jobs/waiting?state=live&from_date=${day}&to_date=${day}`, { replace: true });
  };
}

/** `12 visits, S$972.00,`; `1 visit` for a single one. */
function heldLabel({ jobs = [] }: Job): string {
  return jobs.length > 1
    ? t('{{count}} visits, {{money}},', { count: jobs.length, money: money(sumToPay(jobs)) })
    : '1 visit';
}

interface BookingProps {
  readonly booking: Booking;
}

/** Customer, home and package are those of the first visit. */
function RecleanFields({ booking }: BookingProps) {
  const { date } = useFormat();
  const { reclean, customer, home, pack } = booking;
  if (reclean === null) return null;
  return (
    <Panel title={t('Send someone again')} note={t('Free of charge')}>
      <FactList
        facts={{
          'First visit': (
            <Link to={`/admin/jobs/${reclean.id}/view`}>
              {t('Job {{number}}, {{date}}', { number: reclean.number, date: date(reclean.startTime) })}
            </Link>
          ),
          Customer: customer?.fullname ?? '',
          Home: home?.postal ?? '',
          Package: pack?.label ?? '',
        }}
      />
      <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
        <TextArea
          label={t('Why')}
          hint={t('The crew reads it, and it is part of the customer’s data if they ask for it.')}
          required
          maxLength={300}
          value={booking.recleanReason}
          onChange={(event) => booking.writeReason(event.target.value)}
        />
        {pack && <SizeFields pack={pack} size={booking.size} onChange={booking.chooseSize} />}
        <TextArea
          label={t('Special requests')}
          aside={t('Optional')}
          maxLength={1000}
          value={booking.request.specialRequests}
          onChange={(event) => booking.write({ specialRequests: event.target.value })}
        />
        <TextArea
          label={t('Access')}
          aside={t('Optional')}
          maxLength={300}
          value={booking.request.contactDetails}
          onChange={(event) => booking.write({ contactDetails: event.target.value })}
        />
      </div>
    </Panel>
  );
}

function RequestFields({ booking }: BookingProps) {
  const { request, write } = booking;
  if (booking.reclean !== null) return <RecleanFields booking={booking} />;
  return (
    <>
      <Panel title={t('Customer and home')}>
        <CustomerAndHome booking={booking} />
      </Panel>
      <Panel title={t('Service')}>
        <div className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
          <SelectField
            label={t('Package')}
            placeholder={t('Choose a package')}
            value={request.packageID}
            onChange={(event) => booking.choosePackage(event.target.value)}
            options={booking.packages.map((one) => ({
              value: one.id,
              label: one.label,
            }))}
          />
          {booking.packagesError && (
            <Notice kind="bad">
              {t('We could not load the packages. {{message}}', { message: booking.packagesError.message })}
            </Notice>
          )}
          {booking.pack && (
            <SizeFields pack={booking.pack} size={booking.size} onChange={booking.chooseSize} />
          )}
          <Checkbox
            label={t('We bring supplies')}
            checked={request.requireCleaningSupplies}
            onChange={(event) => write({ requireCleaningSupplies: event.target.checked })}
          />
          <TextField
            label={t('Label')}
            aside={t('Optional')}
            hint={t('Printed on receipts and in messages. Helps you find this job.')}
            maxLength={100}
            value={request.label}
            onChange={(event) => write({ label: event.target.value })}
          />
          <TextArea
            label={t('Special requests')}
            aside={t('Optional')}
            maxLength={1000}
            value={request.specialRequests}
            onChange={(event) => write({ specialRequests: event.target.value })}
          />
          <TextArea
            label={t('Access')}
            aside={t('Optional')}
            maxLength={300}
            value={request.contactDetails}
            onChange={(event) => write({ contactDetails: event.target.value })}
          />
        </div>
      </Panel>
      <Panel title={t('How often')}>
        <RecurrenceField
          frequency={booking.frequency}
          startTime={booking.startTime}
          onChange={booking.chooseFrequency}
        />
      </Panel>
    </>
  );
}

/** Keeps what is typed when the page is reloaded: a phone call cannot be repeated. */
function useDraftOnReload(): void {
  useEffect(() => {
    const save = () => {
      const { pathname, search } = window.location;
      saveUnsavedDraft(ownerOf(session.getState()), pathname + search);
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, []);
}

const HALF_HOURS = Array.from(
  { length: (MAX_HOURS - MIN_HOURS) * 2 + 1 },
  (_, index) => MIN_HOURS + index / 2,
);
const CREWS = [1, 2, 3, 4, 5];

interface SizeFieldsProps {
  readonly pack: PackageReply;
  readonly size: Size;
  onChange(size: Size): void;
}

/** Duration and crew size of an hourly package; a fixed-price package has its own. */
function SizeFields({ pack, size, onChange }: SizeFieldsProps) {
  const { hours } = useFormat();
  if (pack.pricingType !== 'hourly') return null;
  const lengths = [...new Set([...HALF_HOURS, pack.hoursPerCleaner])].toSorted((a, b) => a - b);
  return (
    <>
      <SelectField
        label={t('Hours per cleaner')}
        value={String(size.hours)}
        onChange={(event) => onChange({ ...size, hours: Number(event.target.value) })}
        options={lengths.map((value) => ({ value: String(value), label: hours(value) }))}
      />
      <SelectField
        label={t('Cleaners')}
        value={String(size.numCleaners)}
        onChange={(event) => onChange({ ...size, numCleaners: Number(event.target.value) })}
        options={CREWS.map((value) => ({ value: String(value), label: String(value) }))}
      />
    </>
  );
}
