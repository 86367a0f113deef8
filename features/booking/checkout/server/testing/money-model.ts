import {
  type Card,
  type CodeTerms,
  earlier,
  type HoursModel,
  isBefore,
  isFarEnough,
  MOST_HELD,
  type ModelPurchase,
  type ModelVisit,
  type NewHours,
  PACK,
  type Paid,
  type Payable,
  SMALLEST_CHARGE,
  VISIT,
} from './money-things.ts';

/**
 * An in-memory model of money: who holds which hours, what was charged and refunded, who uses the code. It
 * implements the documented rules (READMEs of jobs, credits, checkout), independently of the code.
 */
export class MoneyModel {
  readonly visits: ModelVisit[] = [];
  readonly purchases: ModelPurchase[] = [];
  readonly taken: number[] = [0, 0, 0];
  readonly givenBack: number[] = [0, 0, 0];
  readonly hasCard: boolean[] = [false, false, false];
  readonly #hours: HoursModel;
  readonly #code: CodeTerms;
  #uses = 0;

  constructor(hours: HoursModel, code: CodeTerms) {
    this.#hours = hours;
    this.#code = code;
  }

  /** The owners of live uses of the code. */
  codeUses(): number[] {
    return [...this.visits, ...this.purchases].filter(({ hasCode }) => hasCode).map(({ owner }) => owner);
  }

  hold(owner: number, start: Temporal.Instant, of: { withCode: boolean; now: Temporal.Instant }): boolean {
    if (of.withCode && !this.#mayUseCode(owner)) return false;
    const { withCode: hasCode, now } = of;
    this.#endExpired(now, 0);
    this.#add({ owner, start, hasCode, began: now });
    return true;
  }

  /** A weekly series, paid at once by card. */
  bookSeries(owner: number, starts: readonly Temporal.Instant[], now: Temporal.Instant): void {
    const paidWith: ModelVisit[] = [];
    for (const start of starts) paidWith.push(this.#add({ owner, start, began: now, crew: 2, paidWith }));
    for (const visit of paidWith) this.#markPaid(visit, VISIT.price);
  }

  /** The office sends someone again, free of charge, for a visit that was done: one at a time. */
  reclean(first: ModelVisit, start: Temporal.Instant, now: Temporal.Instant): boolean {
    const isAhead = this.visits.some(
      ({ recleanOf, status, isClocked }) => recleanOf === first && status === 'paid' && !isClocked,
    );
    const held = this.visits.filter((one) => one.owner === first.owner && this.isHeld(one, now));
    if (first.status !== 'paid' || !first.isClocked || isAhead || held.length >= MOST_HELD) return false;
    this.#endExpired(now, 1);
    this.#markPaid(this.#add({ owner: first.owner, start, began: now, crew: 1, recleanOf: first }), 0);
    return true;
  }

  #add(visit: Pick<ModelVisit, 'owner' | 'start' | 'began'> & Partial<ModelVisit>): ModelVisit {
    const length = this.visits.push({
      status: 'pending',
      heldUntil: visit.began.add({ minutes: 15 }),
      hasCode: false,
      isTrashed: false,
      hasMoved: false,
      hours: 0,
      use: -1,
      charge: null,
      cents: 0,
      waiting: 0,
      wasPaid: false,
      crew: 0,
      isClocked: false,
      recleanOf: null,
      paidWith: [],
      ...visit,
    });
    return this.visits[length - 1] as ModelVisit;
  }

  priceOf({ hasCode, hours, recleanOf }: Pick<ModelVisit, 'hasCode' | 'hours' | 'recleanOf'>): number {
    if (recleanOf !== null) return 0;
    return VISIT.price - (hasCode ? this.#off(VISIT.price) : 0) - hours * VISIT.perHour;
  }

  isHeld({ status, charge, heldUntil }: ModelVisit, now: Temporal.Instant): boolean {
    return status === 'pending' && (charge !== null || Temporal.Instant.compare(heldUntil, now) > 0);
  }

  putCode(visit: ModelVisit, wanted: boolean, now: Temporal.Instant): boolean {
    if (!this.#isReducible(visit, now)) return false;
    if (wanted && !visit.hasCode && !this.#mayUseCode(visit.owner)) return false;
    visit.hasCode = wanted;
    this.#changeHours(visit, visit.hours > 0, now);
    return true;
  }

  putHours(visit: ModelVisit, wanted: boolean, now: Temporal.Instant): boolean {
    if (visit.status === 'paid' && !visit.isTrashed) return true;
    if (!this.#isReducible(visit, now)) return false;
    if (wanted && !this.#wouldUseHours(visit, now) && this.#hours.holdsDisputed(visit.owner)) return false;
    this.#changeHours(visit, wanted, now);
    if (visit.hours > 0 && this.priceOf(visit) < SMALLEST_CHARGE) this.#markPaid(visit, 0);
    return true;
  }

  pay(visit: ModelVisit, card: Card, now: Temporal.Instant): Paid {
    if (visit.isTrashed || visit.status === 'cancelled') return 'refused';
    if (visit.status === 'paid') return 'paid';
    if (this.#hours.keepsDisputed(visit.use)) return 'refused';
    if (visit.charge !== null) return 'waits';
    if (!this.isHeld(visit, now)) {
      if (!isFarEnough(visit.start, now)) return 'refused';
      this.#endExpired(now, visit.crew, visit);
      Object.assign(visit, { status: 'pending', began: now, heldUntil: now.add({ minutes: 15 }) });
    }
    return this.#charge(visit, card, now);
  }

  /** Repeats the request that began the open charge with its key. */
  payAgain(visit: ModelVisit, now: Temporal.Instant): Paid {
    if (visit.charge?.card === 'asks' && visit.charge.answer === null) return 'asks';
    return this.#decide(visit, now) ? 'paid' : 'declined';
  }

  /** Ends the open charge: a payment that has succeeded by then counts. */
  cancelPayment(visit: ModelVisit, now: Temporal.Instant): void {
    if (visit.charge !== null) this.#decide(visit, now);
  }

  /** A purchase is refused while the outcome of another one is open. */
  buy(owner: number, card: Card, of: { withCode: boolean; now: Temporal.Instant }): Paid {
    if (this.purchases.some((one) => one.owner === owner && one.charge !== null)) return 'waits';
    if (of.withCode && !this.#mayUseCode(owner)) return 'refused';
    const purchase = {
      owner,
      hasCode: of.withCode,
      charge: null,
      cents: 0,
      status: 'open',
      lot: -1,
    } as const;
    const length = this.purchases.push({ ...purchase });
    return this.#charge(this.purchases[length - 1] as ModelPurchase, card, of.now);
  }

  move(visit: ModelVisit, start: Temporal.Instant, now: Temporal.Instant): boolean {
    const isLive = !visit.isTrashed && (visit.status === 'paid' || this.isHeld(visit, now));
    if (!isLive || visit.charge !== null || !isBefore(now, visit.start) || !isFarEnough(start, now))
      return false;
    if (visit.status === 'paid' && (visit.hasMoved || !isFarEnough(visit.start, now))) return false;
    this.#endExpired(now, visit.crew);
    visit.start = start;
    visit.hasMoved ||= visit.status === 'paid';
    return true;
  }

  cancel(visit: ModelVisit, by: 'customer' | 'office', now: Temporal.Instant): boolean {
    if (visit.status === 'cancelled') return by === 'office' || !visit.isTrashed;
    if (visit.isTrashed || visit.status === 'expired' || visit.charge !== null) return false;
    if (by === 'customer' && !isBefore(now, visit.start)) return false;
    if (visit.isClocked) return false;
    const isLate = by === 'customer' && visit.status === 'paid' && !isFarEnough(visit.start, now);
    const fee = isLate ? Math.round(visit.cents / 2) : 0;
    const forfeited = isLate ? Math.floor(visit.hours) / 2 : 0;
    this.#cancelVisit(visit, { fee, forfeited, now });
    return true;
  }

  /** A visit that ended without a clock-in costs nothing if nobody came. */
  refundNobodyCame(visit: ModelVisit, now: Temporal.Instant): boolean {
    if (visit.isTrashed) return false;
    if (visit.status !== 'paid' || visit.isClocked || isBefore(now, endOf(visit))) return false;
    this.#cancelVisit(visit, { fee: 0, forfeited: 0, now });
    return true;
  }

  /** The office sets both clock times to the planned ones, of a cancelled visit too. */
  correctHours(visit: ModelVisit, now: Temporal.Instant): boolean {
    if (visit.isTrashed || visit.status === 'pending' || visit.status === 'expired') return false;
    if (isBefore(now, endOf(visit))) return false;
    visit.isClocked = true;
    return true;
  }

  confirmTookPlace(visit: ModelVisit, now: Temporal.Instant): boolean {
    return visit.status === 'paid' && this.correctHours(visit, now);
  }

  /** The office sends another cleaner. */
  replace(visit: ModelVisit, crew: number, now: Temporal.Instant): boolean {
    const isLive = !visit.isTrashed && (visit.status === 'paid' || this.isHeld(visit, now));
    if (!isLive || visit.charge !== null || visit.isClocked) return false;
    this.#endExpired(now, crew);
    visit.crew = crew;
    return true;
  }

  #cancelVisit(
    visit: ModelVisit,
    { fee, forfeited, now }: { fee: number; forfeited: number; now: Temporal.Instant },
  ): void {
    if (visit.dispute === 'open') visit.waiting = visit.cents - fee;
    else if (visit.dispute !== 'lost') this.#giveBack(visit, visit.cents - fee);
    this.#returnHours(visit, visit.hours - forfeited, now);
    Object.assign(visit, { status: 'cancelled', hasCode: false });
  }

  trash(visit: ModelVisit, now: Temporal.Instant): boolean {
    if (visit.isTrashed) return true;
    if (visit.charge !== null || visit.wasPaid || visit.isClocked) return false;
    if (visit.status === 'pending') this.#expire(visit, now);
    visit.isTrashed = true;
    return true;
  }

  restore(visit: ModelVisit): void {
    visit.isTrashed = false;
  }

  /**
   * The office refunds a payment: to the card, or as hours at the highest tier, rounded up to the next half
   * hour; bought hours to the card only.
   */
  refund(
    payment: ModelVisit | ModelPurchase,
    cents: number,
    of: { asHours: boolean; now: Temporal.Instant },
  ): boolean {
    if (cents > payment.cents || payment.dispute === 'open' || payment.dispute === 'lost') return false;
    if ('lot' in payment && (of.asHours || !this.#hours.takeBack(payment.lot, cents))) return false;
    if ('lot' in payment && cents === payment.cents) payment.hasCode = false;
    if (!of.asHours) this.#giveBack(payment, cents);
    else {
      payment.cents -= cents;
      const hours = Math.ceil((cents * 2) / 2700) / 2;
      this.#addHours(payment.owner, { tier: 27, hours, cost: cents, since: of.now, paidBy: payment });
    }
    return true;
  }

  openDispute(payment: ModelVisit | ModelPurchase): void {
    for (const one of paidTogether(payment)) {
      one.dispute = 'open';
      this.#hours.dispute(one, true);
    }
  }

  /** Won: pending refunds are made. Lost: the bank has returned the money. */
  decideDispute(payment: ModelVisit | ModelPurchase, isWon: boolean): void {
    for (const one of paidTogether(payment)) {
      one.dispute = isWon ? 'won' : 'lost';
      this.#hours.dispute(one, !isWon);
      if (!('start' in one)) continue;
      if (isWon) this.#giveBack(one, one.waiting);
      one.waiting = 0;
    }
  }

  chargeAdHoc(owner: number, cents: number): boolean {
    if (!this.hasCard[owner]) return false;
    this.taken[owner] = (this.taken[owner] ?? 0) + cents;
    return true;
  }

  /** Applies the provider's outcomes so far. Unanswered charges expire after 15 minutes. */
  settle(now: Temporal.Instant, how: 'by events' | 'by cron jobs'): void {
    for (const one of [...this.visits, ...this.purchases]) {
      const { charge } = one;
      if (charge === null) continue;
      const isGivenUp = how === 'by cron jobs' && isBefore(charge.since.add({ minutes: 15 }), now);
      if (charge.card === 'lost' || charge.answer === true) this.#markPaid(one, this.#amountOf(one), now);
      else if (charge.answer === false || isGivenUp) this.#fail(one, now);
    }
    if (how === 'by events') return;
    this.#endExpired(now);
    this.#hours.expire(now);
    this.#hours.returnGifts(now);
  }

  /** The outcome of an open charge: paid if the card was charged, else nothing. */
  #decide(one: ModelVisit, now: Temporal.Instant): boolean {
    const isCharged = one.charge?.card === 'lost' || one.charge?.answer === true;
    if (isCharged) this.#markPaid(one, this.#amountOf(one), now);
    else this.#fail(one, now);
    return isCharged;
  }

  #charge(one: ModelVisit | ModelPurchase, card: Card, now: Temporal.Instant): Paid {
    const amount = this.#amountOf(one);
    if (amount < SMALLEST_CHARGE) this.#markPaid(one, 0, now);
    else if (card === 'visa') this.#markPaid(one, amount, now);
    else if (card === 'declined') this.#fail(one, now);
    else one.charge = { card, since: now, answer: null };
    if (one.charge !== null) return card === 'lost' ? 'waits' : 'asks';
    return one.status === 'paid' ? 'paid' : 'declined';
  }

  #markPaid(one: ModelVisit | ModelPurchase, cents: number, now?: Temporal.Instant): void {
    Object.assign(one, { status: 'paid', charge: null, cents });
    this.taken[one.owner] = (this.taken[one.owner] ?? 0) + cents;
    if ('start' in one) {
      one.wasPaid = true;
      this.#hours.spend(one.use);
    } else if (now !== undefined)
      one.lot = this.#addHours(one.owner, { ...PACK, cost: cents, since: now, paidBy: one });
  }

  /** A purchase ends; a visit stays held for another try: ten more minutes, at most 45 in total. */
  #fail(one: ModelVisit | ModelPurchase, now: Temporal.Instant): void {
    one.charge = null;
    if (!('start' in one)) {
      Object.assign(one, { status: 'failed', hasCode: false });
      return;
    }
    const until = earlier(now.add({ minutes: 10 }), one.began.add({ minutes: 45 }));
    if (isBefore(one.heldUntil, until)) one.heldUntil = until;
  }

  /** Taking a cleaner's time ends her expired holds; the cron job ends those of all. */
  #endExpired(now: Temporal.Instant, crew?: number, except?: ModelVisit): void {
    for (const visit of this.visits) {
      const isOfCrew = crew === undefined || visit.crew === crew;
      const isExpired = isOfCrew && visit.status === 'pending' && !this.isHeld(visit, now);
      if (isExpired && visit !== except) this.#expire(visit, now);
    }
  }

  #expire(visit: ModelVisit, now: Temporal.Instant): void {
    this.#returnHours(visit, visit.hours, now);
    Object.assign(visit, { status: 'expired', hasCode: false, hours: 0 });
  }

  #addHours(owner: number, hours: Omit<NewHours, 'until'>): number {
    const until = hours.since.toZonedDateTimeISO('Asia/Singapore').add({ months: 12 }).toInstant();
    const { tier, cost = 0, since, paidBy } = hours;
    return this.#hours.add(owner, { tier, hours: hours.hours, cost, since, until, paidBy });
  }

  #giveBack(payment: Payable, cents: number): void {
    payment.cents -= cents;
    this.givenBack[payment.owner] = (this.givenBack[payment.owner] ?? 0) + cents;
  }

  #returnHours(visit: ModelVisit, hours: number, now: Temporal.Instant): void {
    if (visit.hours > 0) this.#hours.giveBack(visit.use, hours, now);
  }

  /** The hours that the price after the code takes. */
  #mostHours(visit: ModelVisit): number {
    const toPay = this.priceOf({ ...visit, hours: 0 });
    return Math.min(VISIT.hours, Math.floor((toPay * 2) / VISIT.perHour) / 2);
  }

  #wouldUseHours(visit: ModelVisit, now: Temporal.Instant): boolean {
    const most = this.#mostHours(visit);
    return most > 0 && (visit.hours > 0 || this.#hours.usable(visit.owner, now) > 0);
  }

  /** As many as can be used, or none. Hours that stay are not moved. */
  #changeHours(visit: ModelVisit, wanted: boolean, now: Temporal.Instant): void {
    const most = wanted ? this.#mostHours(visit) : 0;
    if (most === visit.hours) return;
    const isLeft = visit.hours > 0 && visit.hours < most && this.#hours.usable(visit.owner, now) === 0;
    if (isLeft) return;
    this.#returnHours(visit, visit.hours, now);
    visit.hours = most === 0 ? 0 : this.#hours.hold(visit.owner, most, now);
    visit.use = most === 0 ? -1 : this.#uses;
    if (most > 0) this.#uses += 1;
  }

  #amountOf(one: ModelVisit | ModelPurchase): number {
    if ('start' in one) return this.priceOf(one);
    return PACK.price - (one.hasCode ? this.#off(PACK.price) : 0);
  }

  #off(price: number): number {
    const { type, amount } = this.#code;
    return Math.min(price, type === 'percent' ? Math.round((price * amount) / 100) : amount);
  }

  #mayUseCode(owner: number): boolean {
    const { allocation, perCustomer } = this.#code;
    const uses = this.codeUses();
    const own = uses.filter((user) => user === owner).length;
    return uses.length < allocation && own < (perCustomer ?? Infinity);
  }

  #isReducible(visit: ModelVisit, now: Temporal.Instant): boolean {
    return !visit.isTrashed && visit.charge === null && this.isHeld(visit, now);
  }
}

function endOf({ start }: ModelVisit): Temporal.Instant {
  return start.add({ hours: VISIT.hours });
}

function paidTogether(payment: ModelVisit | ModelPurchase): readonly (ModelVisit | ModelPurchase)[] {
  return 'start' in payment && payment.paidWith.length > 0 ? payment.paidWith : [payment];
}
