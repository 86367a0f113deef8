import { money } from '#platform/web/amounts.ts';
import type { Status } from '#platform/web/design/parts/status-chip.tsx';
import { date, time } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import type { Job } from '../../contract/shapes.ts';
import { FORGOTTEN_AFTER, LATE_AFTER } from '../../rules/attention.ts';

export interface Chip {
  readonly status: Status;
  readonly word: string;
}

const MINUTE_MS = 60_000;
const LATE_AFTER_MS = LATE_AFTER.minutes * MINUTE_MS;
const FORGOTTEN_AFTER_MS = FORGOTTEN_AFTER.minutes * MINUTE_MS;

/** A crew position is empty, or its cleaner is no longer available. */
const NEEDS_CREW: Chip = { status: 'wrong', word: t('Needs crew') };

type Staged = Pick<Job, 'status' | 'stage' | 'startTime' | 'endTime' | 'numCleaners' | 'lacksCrew'> & {
  readonly cleaners: readonly unknown[];
};

/** A job's state in a word. Problems come before normal states. */
export function chipOf(job: Staged, now: Date): Chip {
  if (job.status === 'cancelled') return { status: 'cancelled', word: t('Cancelled') };
  if (job.status === 'expired') return { status: 'cancelled', word: t('Expired') };
  if (job.status === 'pending') return { status: 'held', word: t('Unpaid') };
  if (job.stage === 'done') return { status: 'done', word: t('Done') };
  if (job.stage === 'in-progress') return atWorkChip(job, now);
  if (job.lacksCrew || job.cleaners.length < job.numCleaners) return NEEDS_CREW;
  const overMs = now.getTime() - Date.parse(job.endTime);
  if (overMs > FORGOTTEN_AFTER_MS) {
    return { status: 'wrong', word: t('Not clocked in, ended {{ago}} ago', { ago: agoLabel(overMs) }) };
  }
  const isLate = now.getTime() - Date.parse(job.startTime) > LATE_AFTER_MS;
  return isLate ? { status: 'wrong', word: t('Late') } : { status: 'upcoming', word: t('Upcoming') };
}

/** In progress, or finished long ago without a clock-out. */
function atWorkChip({ endTime }: Staged, now: Date): Chip {
  const overMs = now.getTime() - Date.parse(endTime);
  if (overMs <= FORGOTTEN_AFTER_MS) return { status: 'now', word: t('In progress') };
  return { status: 'wrong', word: t('Not clocked out, ended {{ago}} ago', { ago: agoLabel(overMs) }) };
}

/** "13 h"; "3 days" from two days on. */
function agoLabel(ms: number): string {
  const hours = Math.floor(ms / (60 * MINUTE_MS));
  return hours < 48 ? `${hours} h` : t('{{floor}} days', { floor: Math.floor(hours / 24) });
}

type Paying = Pick<
  Job,
  'status' | 'paid' | 'amountToPay' | 'creditsUsed' | 'dueOn' | 'charge' | 'charges' | 'holdExpiresAt'
>;

/** Cents that a visit owes besides its price. */
export function owedIn({ charges = [] }: Pick<Job, 'charges'>): number {
  return charges.reduce((sum, { cents, endedAs }) => (endedAs === null ? sum + cents : sum), 0);
}

/** How a job was paid. */
export function paidLabel(job: Paying, today: string): string {
  const { status, paid, amountToPay = 0, creditsUsed = 0 } = job;
  const owed = owedIn(job);
  if (owed > 0) return t('Owes {{amount}}', { amount: money(owed) });
  if (job.charge) return chargeLabel(job.charge);
  if (status === 'confirmed' && job.dueOn) return dueLabel(job.dueOn, today);
  if (!paid) return status === 'pending' ? heldLabel(job) : '–';
  if (creditsUsed > 0) return amountToPay > 0 ? t('Credits and card') : t('Credits');
  return amountToPay > 0 ? t('Paid') : t('Nothing to pay');
}

/** For a job that the saved card pays. */
function chargeLabel({ when, declines, againAt }: NonNullable<Job['charge']>): string {
  if (declines === 0) return CHARGED[when];
  return againAt === null
    ? t('Card declined, not charged again')
    : t('Card declined, charged again on {{date}}', { date: date(againAt, officeLanguage()) });
}

const CHARGED = {
  'evening-before': t('Card, on the evening before'),
  'after-visit': t('Card, after the visit'),
  weekly: t('Card, on Monday'),
  invoice: t('By invoice'),
} as const;

/** For a job that is to be paid later. */
function dueLabel(dueOn: string, today: string): string {
  return dueOn < today
    ? t('Overdue since {{date}}', { date: date(dueOn, officeLanguage()) })
    : t('Due {{date}}', { date: date(dueOn, officeLanguage()) });
}

function heldLabel({ holdExpiresAt }: Paying): string {
  if (!holdExpiresAt) return t('Unpaid');
  return t('Held until {{date}}, {{time}}', {
    date: date(holdExpiresAt, officeLanguage()),
    time: time(holdExpiresAt, officeLanguage()),
  });
}

/** A job's price without currency: dollars, or the hours of a package. */
export function priceLabel({
  amountToPay = 0,
  creditsUsed = 0,
}: Pick<Job, 'amountToPay' | 'creditsUsed'>): string {
  if (creditsUsed > 0 && amountToPay === 0) return `${creditsUsed} h`;
  return money(amountToPay).replace('S$', '');
}

type Named = { readonly firstname: string; readonly fullname?: string | undefined };

export function nameOf({ firstname, fullname = firstname }: Named): string {
  return fullname;
}

/** "Siti Rahmah", "Siti Rahmah +1"; empty while nobody is assigned. */
export function crewLabel(crew: readonly Named[]): string {
  const [first, ...others] = crew;
  if (first === undefined) return '';
  return others.length === 0 ? nameOf(first) : `${nameOf(first)} +${others.length}`;
}

/** "3 h", "2×4 h": number of cleaners × hours of each. */
export function hoursLabel({ numCleaners, hours }: Pick<Job, 'numCleaners' | 'hours'>): string {
  return numCleaners > 1 ? `${numCleaners}×${hours} h` : `${hours} h`;
}
