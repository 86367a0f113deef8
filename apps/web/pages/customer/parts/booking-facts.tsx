import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconNotes from '@tabler/icons-react/dist/esm/icons/IconNotes.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { isUnpaid } from '#features/work/jobs/rules/status.ts';
import { useHomeNeeds } from '#features/work/jobs/web/parts/customer/home-needs.tsx';
import { customerTexts } from '#features/work/jobs/web/parts/customer-texts.ts';
import { placeOf } from '#features/work/jobs/web/parts/job-day.ts';
import { type Fact, FactList } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';

/** Time, address, crew, remarks, payment. */
export function BookingFacts({ job }: { job: Job }) {
  const { t } = useText(customerTexts);
  const lines = useLines(job);
  const needs = useHomeNeeds()(job.package, job.requireCleaningSupplies);
  const name = (key: 'when' | 'where' | 'who' | 'notes' | 'door' | 'payment') => t(`booking.facts.${key}`);
  const facts: Fact[] = [
    { key: 'when', icon: IconCalendar, name: name('when'), text: <b>{lines.when}</b> },
    { key: 'where', icon: IconMapPin, name: name('where'), text: <BookingAddress job={job} /> },
    { key: 'who', icon: IconUser, name: name('who'), text: wrapped(lines.who) },
    ...(isAhead(job) ? [{ ...needs, text: wrapped(String(needs.text)) }] : []),
    { key: 'door', icon: IconKey, name: name('door'), text: wrapped(job.contactDetails) },
    { key: 'notes', icon: IconNotes, name: name('notes'), text: wrapped(job.specialRequests) },
    { key: 'payment', icon: IconReceipt, name: name('payment'), text: lines.payment },
  ];
  return <FactList facts={facts.filter(({ text }) => text !== '')} />;
}

/** A visit that still takes place: only then is there something to prepare. */
function isAhead({ status, stage }: Job): boolean {
  return stage !== 'done' && status !== 'cancelled' && status !== 'expired';
}

/** User text and names may break anywhere if necessary. */
function wrapped(words: string) {
  return words === '' ? '' : <span className="k-break">{words}</span>;
}

/** The one-line facts; empty if there is nothing to show. */
function useLines(job: Job) {
  const { t } = useText(customerTexts);
  const { date, timeRange, hours, money } = useFormat();
  const times = timeRange(job.startTime, job.endTime);
  const crew = job.cleaners.map(({ fullname }) => fullname).join(', ');
  const amount = money(job.amountToPay ?? 0);
  const creditsUsed = job.creditsUsed ?? 0;
  return {
    when: t('when', {
      day: date(job.startTime),
      time: job.breakHours === 0 ? times : t('booking.withBreak', { times, hours: hours(job.breakHours) }),
    }),
    who: crew,
    payment: paymentOf(job, amount),
  };

  function withHours(sum: string): string {
    const used = hours(creditsUsed);
    return job.amountToPay ? t('cancel.both', { money: sum, hours: used }) : used;
  }

  /** Nothing for a cancelled visit: its notice says what came back, its receipts what was paid. */
  function paymentOf({ paidAt, status }: Job, sum: string): string {
    if (status === 'cancelled') return '';
    if (paidAt !== null) {
      return creditsUsed === 0
        ? t('booking.paidOn', { amount: sum, day: date(paidAt) })
        : t('booking.paidWith', { amount: withHours(sum), day: date(paidAt) });
    }
    return isUnpaid(status) ? t('booking.toPay', { amount: sum }) : '';
  }
}

function BookingAddress({ job }: { job: Job }) {
  const { t } = useText(customerTexts);
  const postal = t('booking.postal', { postal: job.job_address_postal });
  const lines = [job.job_address_addressLine3, postal].filter((line) => line !== '' && line !== placeOf(job));
  return (
    <>
      {placeOf(job)}
      {job.job_address_addressLine2 !== '' && (
        <>
          , <b>{job.job_address_addressLine2}</b>
        </>
      )}
      {lines.length > 0 && (
        <>
          <br />
          <span className="k-muted k-small">{lines.join(', ')}</span>
        </>
      )}
    </>
  );
}
