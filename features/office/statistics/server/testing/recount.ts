import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { METHODS, TRANSACTION_TYPES } from '#features/money/payments/rules/transaction.ts';
import { JOB_SOURCES } from '#features/work/jobs/rules/source.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { dayBounds, dayOf } from '#platform/kernel/business-time.ts';
import { gstInside } from '#platform/kernel/money.ts';
import { cohortMonths, isActive, lostOn } from '../../rules/customers.ts';
import { type Grouping, type Period, periodsOf } from '../../rules/periods.ts';
import { arrivalOf, earnedOf, hasSameCleaner, isDone, worthOf } from '../../rules/visits.ts';
import {
  cancelledAt,
  changedAt,
  creditsForfeited,
  type History,
  heldAt,
  instantOf,
  movementsOf,
  paidAt,
  type Visit,
} from './history.ts';

/* The statistics of a history, counted row by row, without SQL. */

interface Asked {
  readonly from_date: string;
  readonly to_date: string;
  readonly by: Grouping;
  readonly now: Temporal.Instant;
  /** GST in receipts from this day on. */
  readonly gstSince: string;
  readonly jobType?: string | undefined;
  /** The number of a region: see `REGIONS` in history.ts. */
  readonly region?: number | undefined;
  /** The number of a cleaner. */
  readonly cleaner?: number | undefined;
}

const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;
const plain = (text: string) => Temporal.PlainDate.from(text);
const total = <T>(rows: readonly T[], figure: (row: T) => number) =>
  rows.reduce((sum, row) => sum + figure(row), 0);

class Recount {
  readonly asked: Asked;
  readonly history: History;
  readonly asAt: Temporal.Instant;
  readonly periods: readonly Period[];

  constructor(history: History, asked: Asked) {
    this.history = history;
    this.asked = asked;
    const until = dayBounds(plain(asked.to_date)).end;
    this.asAt = isBefore(asked.now, until) ? asked.now : until;
    this.periods = periodsOf({ first: plain(asked.from_date), last: plain(asked.to_date) }, asked.by);
  }

  isIn(at: Temporal.Instant, period: Period = this.asked): boolean {
    return (
      !isBefore(at, dayBounds(plain(period.from_date)).start) &&
      isBefore(at, dayBounds(plain(period.to_date)).end)
    );
  }

  isAsked({ jobType, region, crew }: Visit): boolean {
    const { asked } = this;
    return (
      (asked.jobType === undefined || jobType === asked.jobType) &&
      (asked.region === undefined || region === asked.region) &&
      (asked.cleaner === undefined || crew.some(({ cleaner }) => cleaner === asked.cleaner))
    );
  }

  /** Hours of the whole crew, or of the cleaner asked for. */
  readonly hoursOf = (visit: Visit): number =>
    visit.hours * (this.asked.cleaner === undefined ? Math.max(1, visit.crew.length) : 1);

  /** Visits that begin in a period and go ahead. */
  ahead(period?: Period): Visit[] {
    return this.history.visits.filter(
      (visit) =>
        goesAhead(visit.status) &&
        !visit.isTrashed &&
        this.isIn(instantOf(visit.start), period) &&
        this.isAsked(visit),
    );
  }

  done(period?: Period): Visit[] {
    return this.ahead(period).filter((visit) => isDone(doneFacts(visit), this.asked.now));
  }

  cancelled(period?: Period): Visit[] {
    return this.history.visits.filter(
      (visit) =>
        visit.status === 'cancelled' &&
        !visit.isTrashed &&
        this.isIn(instantOf(visit.start), period) &&
        this.isAsked(visit),
    );
  }

  /** Payments and refunds as one list. */
  moved(period?: Period) {
    const rows = this.history.transactions.flatMap((payment) => {
      const paid = {
        ...payment,
        at: instantOf(payment.at),
        taxedFrom: instantOf(payment.at),
        type: payment.type as string,
      };
      if (payment.refund === null) return [paid];
      const at = instantOf(payment.at + payment.refund.after);
      return [paid, { ...paid, at, type: 'refund', total: -payment.refund.cents }];
    });
    return rows.filter(
      ({ at, method, isTrashed }) =>
        method !== 'credits' && method !== 'invoice' && !isTrashed && this.isIn(at, period),
    );
  }
}

const usedOf = ({ uses }: Visit) => uses.filter(({ state }) => state === 'held' || state === 'spent');
const earned = (visit: Visit) =>
  earnedOf({
    amountToPay: visit.amount,
    used: usedOf(visit).map(({ hours, tier }) => ({ hours, perHour: tier })),
  });

function doneFacts(visit: Visit) {
  const clocks = visit.crew.map(({ clock }) => clock?.isOut === true);
  const stage = clocks.length > 0 && clocks.every((isOut) => isOut) ? 'done' : 'upcoming';
  return {
    status: visit.status,
    stage,
    end: instantOf(visit.start + visit.minutes),
    isTrashed: visit.isTrashed,
  };
}

const worth = (rows: readonly { readonly hours: number; readonly tier: number }[]) => ({
  hours: total(rows, ({ hours }) => hours),
  value: worthOf(rows.map(({ hours, tier }) => ({ hours, perHour: tier }))),
});

export function recountMoney(history: History, asked: Asked) {
  const count = new Recount(history, asked);
  const { asAt } = count;
  const done = count.done();
  const moved = count.moved();
  const taken = (rows: ReturnType<Recount['moved']>) => ({
    count: rows.length,
    payments: total(
      rows.filter(({ type }) => type !== 'refund'),
      (row) => row.total,
    ),
    refunds:
      0 -
      total(
        rows.filter(({ type }) => type === 'refund'),
        (row) => row.total,
      ),
    net: total(rows, (row) => row.total),
  });
  const kept = count.cancelled().filter((visit) => visit.cancellation.fee > 0 || creditsForfeited(visit) > 0);
  const forfeited = ({ uses }: Visit) => worth(uses.filter(({ state }) => state === 'forfeited')).value;
  const owed = history.visits.filter((visit) => {
    if (visit.isTrashed || visit.amount === 0 || !isBefore(instantOf(visit.start), asAt)) return false;
    const paid = paidAt(visit);
    const wasLater = visit.paidAfter > 0 && paid !== null && isBefore(asAt, paid);
    return isDone(doneFacts(visit), asAt) && (visit.status === 'confirmed' || wasLater);
  });
  const isOpen = (from: number, until: number | null) =>
    isBefore(instantOf(from), asAt) && (until === null || !isBefore(instantOf(from + until), asAt));
  const dues = history.dues.filter(({ from, until }) => isOpen(from, until));
  const [unallocated, due] = [
    dues.filter(({ kind }) => kind === 'unallocated'),
    dues.filter(({ kind }) => kind !== 'unallocated' && kind !== 'dispute'),
  ];
  const hours = worth([
    ...balance(history, asked.now, asAt),
    ...reserved(history, asAt),
    ...unclaimed(history, asAt),
  ]);
  const refundsDue = { count: due.length, total: total(due, ({ cents }) => cents) };
  return {
    from_date: asked.from_date,
    to_date: asked.to_date,
    by: asked.by,
    earned: {
      visits: done.length,
      hours: total(done, count.hoursOf),
      money: total(done, ({ amount }) => amount),
      hoursValue: total(done, (visit) => earned(visit) - visit.amount),
      total: total(done, earned),
    },
    earnedByService: JOB_TYPES.map((jobType) => {
      const visits = done.filter((one) => one.jobType === jobType);
      return {
        jobType,
        visits: visits.length,
        hours: total(visits, count.hoursOf),
        total: total(visits, earned),
      };
    }),
    kept: { count: kept.length, total: total(kept, (visit) => visit.cancellation.fee + forfeited(visit)) },
    taken: taken(moved),
    gst: {
      percent: 9,
      total: total(
        moved.filter(({ taxedFrom }) => !isBefore(taxedFrom, dayBounds(plain(asked.gstSince)).start)),
        (row) => gstInside(row.total, 9),
      ),
    },
    takenByMethod: METHODS.filter((method) => method !== 'credits' && method !== 'invoice').map((method) => ({
      method,
      ...taken(moved.filter((row) => row.method === method)),
    })),
    takenByType: TRANSACTION_TYPES.map((type) => {
      const sums = taken(moved.filter((row) => row.type === type));
      return { type, count: sums.count, total: sums.net };
    }),
    rows: count.periods.map((period) => {
      const { payments, refunds, net } = taken(count.moved(period));
      const visits = count.done(period);
      return { ...period, visits: visits.length, earned: total(visits, earned), payments, refunds, net };
    }),
    owedToUs: { visits: { count: owed.length, total: total(owed, ({ amount }) => amount) } },
    owedByUs: {
      hours,
      unallocated: total(unallocated, ({ cents }) => cents),
      refundsDue,
      total: hours.value + total(unallocated, ({ cents }) => cents) + refundsDue.total,
    },
  };
}

function balance({ lots }: History, now: Temporal.Instant, at: Temporal.Instant) {
  return lots.flatMap((lot) => movementsOf(lot, now)).filter((move) => isBefore(move.at, at));
}

function reserved({ visits }: History, at: Temporal.Instant) {
  return visits.flatMap((visit) =>
    visit.uses.filter((use) => {
      const isChanged = use.state !== 'held' && isBefore(changedAt(visit, use), at);
      return isBefore(heldAt(visit, use), at) && !isChanged;
    }),
  );
}

function unclaimed({ gifts }: History, at: Temporal.Instant) {
  return gifts.filter(({ sent, end }) => {
    const isOver = end !== null && isBefore(instantOf(sent + end.after), at);
    return isBefore(instantOf(sent), at) && !isOver;
  });
}

export function recountVisits(history: History, asked: Asked) {
  const count = new Recount(history, asked);
  const figures = (period?: Period) => {
    const ahead = count.ahead(period);
    const done = count.done(period);
    const arrivals = done.flatMap((visit) =>
      visit.crew
        .filter(({ cleaner }) => asked.cleaner === undefined || cleaner === asked.cleaner)
        .map(({ clock }) =>
          arrivalOf(instantOf(visit.start), clock === null ? null : instantOf(visit.start + clock.in)),
        ),
    );
    const repeats = done.flatMap((visit) => {
      const previous = previousOf(history, visit);
      return previous === undefined ? [] : [{ visit, previous }];
    });
    const crewOf = ({ crew }: Visit) => crew.map(({ cleaner }) => String(cleaner));
    const arrived = (how: string) => arrivals.filter((one) => one === how).length;
    return {
      ahead,
      done: done.length,
      hours: total(ahead, count.hoursOf),
      cancelled: count.cancelled(period),
      arrivals: { onTime: arrived('on-time'), late: arrived('late'), missing: arrived('missing') },
      recleans: { visits: 0, byCleaner: [] }, // the history has none
      repeat: {
        visits: repeats.length,
        sameCleaner: repeats.filter(({ visit, previous }) => hasSameCleaner(crewOf(visit), crewOf(previous)))
          .length,
      },
    };
  };
  const { ahead, cancelled, ...rest } = figures();
  const onBehalfOf = (who: string) =>
    cancelled.filter((visit) => visit.cancellation.onBehalfOf === who).length;
  const groups = Map.groupBy(ahead, ({ start }) => {
    const begins = instantOf(start).toZonedDateTimeISO('Asia/Singapore');
    return begins.dayOfWeek * 24 + begins.hour;
  });
  return {
    from_date: asked.from_date,
    to_date: asked.to_date,
    by: asked.by,
    visits: ahead.length,
    done: rest.done,
    hours: rest.hours,
    cancelled: {
      byCustomer: onBehalfOf('customer'),
      byCompany: onBehalfOf('company'),
      within24Hours: cancelled.filter((visit) =>
        isBefore(instantOf(visit.start), cancelledAt(visit).add({ hours: 24 })),
      ).length,
    },
    byService: JOB_TYPES.map((jobType) => {
      const visits = ahead.filter((one) => one.jobType === jobType);
      return { jobType, visits: visits.length, hours: total(visits, count.hoursOf) };
    }),
    bySource: JOB_SOURCES.map((source) => {
      const visits = ahead.filter((one) => one.source === source);
      return { source, visits: visits.length, hours: total(visits, count.hoursOf) };
    }),
    byHour: [...groups]
      .sort(([one], [other]) => one - other)
      .map(([cell, visits]) => ({ weekday: Math.floor(cell / 24), hour: cell % 24, visits: visits.length })),
    arrivals: rest.arrivals,
    recleans: rest.recleans,
    repeat: rest.repeat,
    rows: count.periods.map((period) => {
      const figure = figures(period);
      return {
        ...period,
        visits: figure.ahead.length,
        done: figure.done,
        booked: figure.hours,
        cancelled: figure.cancelled.length,
        onTime: figure.arrivals.onTime,
        late: figure.arrivals.late,
        repeat: figure.repeat.visits,
        sameCleaner: figure.repeat.sameCleaner,
      };
    }),
  };
}

function previousOf({ visits }: History, visit: Visit): Visit | undefined {
  const earlier = visits.filter(
    (one) =>
      one.customerID === visit.customerID &&
      goesAhead(one.status) &&
      !one.isTrashed &&
      one.start < visit.start,
  );
  return earlier.sort((a, b) => b.start - a.start || (a.id < b.id ? 1 : -1))[0];
}

export function recountCustomers(history: History, asked: Asked) {
  const count = new Recount(history, asked);
  const { asAt, periods } = count;
  const today = dayOf(asked.now);
  const end = Temporal.PlainDate.compare(plain(asked.to_date), today) < 0 ? plain(asked.to_date) : today;
  const agreed = history.visits.filter((visit) => goesAhead(visit.status) && !visit.isTrashed);
  const customers = [...Map.groupBy(agreed, ({ customerID }) => customerID).values()].flatMap((visits) => {
    const begun = visits.map(({ start }) => instantOf(start)).filter((start) => isBefore(start, asAt));
    const [first] = begun.toSorted(Temporal.Instant.compare);
    const last = begun.toSorted(Temporal.Instant.compare).at(-1);
    if (first === undefined || last === undefined) return [];
    const hasVisitAhead = visits.some(
      (visit) =>
        !isBefore(instantOf(visit.start), asAt) &&
        isBefore(instantOf(visit.start - visit.bookedBefore), asAt),
    );
    return [{ first, lastVisit: dayOf(last), hasVisitAhead, begun }];
  });
  const isNewIn = (period: Period) => customers.filter(({ first }) => count.isIn(first, period)).length;
  const isLostIn = ({ from_date, to_date }: Period) =>
    customers.filter(({ lastVisit, hasVisitAhead }) => {
      const day = lostOn(lastVisit);
      const isKnown = Temporal.PlainDate.compare(day, end) <= 0;
      return !hasVisitAhead && isKnown && day.toString() >= from_date && day.toString() <= to_date;
    }).length;
  const served = customers.filter(({ begun }) => begun.some((start) => count.isIn(start))).length;
  const months = cohortMonths(end);
  const monthOf = (at: Temporal.Instant) => dayOf(at).toPlainYearMonth().toString();
  return {
    from_date: asked.from_date,
    to_date: asked.to_date,
    by: asked.by,
    served,
    new: isNewIn(asked),
    returning: served - isNewIn(asked),
    lost: isLostIn(asked),
    active: customers.filter((customer) => isActive(customer, end)).length,
    rows: periods.map((period) => ({ ...period, new: isNewIn(period), lost: isLostIn(period) })),
    cohorts: months.map((month, index) => {
      const cohort = customers.filter(({ first }) => monthOf(first) === month);
      const active = months
        .slice(index)
        .map((later) => cohort.filter(({ begun }) => begun.some((at) => monthOf(at) === later)).length);
      return { month, customers: cohort.length, active };
    }),
  };
}

export function recountHoursOwed(history: History, asked: Asked) {
  const count = new Recount(history, asked);
  const { now } = asked;
  const start = dayBounds(plain(asked.from_date)).start;
  const end = dayBounds(plain(asked.to_date)).end;
  const today = dayOf(now).toString();
  const moved = history.lots.flatMap((lot) => movementsOf(lot, now)).filter(({ at }) => count.isIn(at));
  const ofTier = <T extends { readonly tier: number }>(rows: readonly T[], tier: number) =>
    rows.filter((row) => row.tier === tier);
  return {
    from_date: asked.from_date,
    to_date: asked.to_date,
    by: asked.by,
    opening: worth(balance(history, now, start)),
    closing: worth(balance(history, now, end)),
    tiers: [27, 25, 24, 0].map((tier) => ({
      perHour: tier,
      opening: worth(ofTier(balance(history, now, start), tier)),
      closing: worth(ofTier(balance(history, now, end), tier)),
      ledger: worth(ofTier(balance(history, now, end), tier)),
      changes: [...Map.groupBy(ofTier(moved, tier), ({ kind }) => kind)]
        .map(([kind, rows]) => ({ kind, ...worth(rows) }))
        .filter(({ hours }) => hours !== 0),
    })),
    isReconciled: true,
    reserved: worth(reserved(history, count.asAt)),
    unclaimedGifts: worth(unclaimed(history, count.asAt)),
    rows: count.periods
      .filter(({ from_date }) => from_date <= today)
      .map((period) => ({
        ...period,
        ...worth(balance(history, now, dayBounds(plain(period.to_date)).end)),
      })),
  };
}
