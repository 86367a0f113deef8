/** Hours of one tier that someone holds. */
interface Sheet {
  readonly owner: number;
  readonly tier: number;
  readonly since: Temporal.Instant;
  hours: number;
  /** Cents that were paid for them. */
  cost: number;
  until: Temporal.Instant;
  /** Their expiry before it was extended. */
  original?: Temporal.Instant;
  /** The payment: hours of a disputed payment cannot be used. */
  readonly paidBy?: object | undefined;
}

interface Part {
  readonly from: Sheet;
  readonly hours: number;
  readonly cost: number;
}

interface Gift {
  readonly parts: readonly Part[];
  readonly sender: number;
  readonly until: Temporal.Instant;
  isOver: boolean;
}

export interface NewHours extends Pick<Sheet, 'tier' | 'hours' | 'since' | 'until' | 'original' | 'paidBy'> {
  /** Cents that were paid for them; absent for granted hours. */
  readonly cost?: number;
}

/** An in-memory model of credits: who holds which hours until when, and their cost. */
export class CreditModel {
  readonly #sheets: Sheet[] = [];
  readonly #gifts: Gift[] = [];
  readonly #jobs: { parts: readonly Part[]; bookedAt: Temporal.Instant; state: 'held' | 'spent' | 'over' }[] =
    [];
  readonly #disputed = new Set<object>();

  /** Blocks or unblocks the hours that a payment bought, whoever holds them. */
  dispute(payment: object, isDisputed: boolean): void {
    if (isDisputed) this.#disputed.add(payment);
    else this.#disputed.delete(payment);
  }

  /** Hours that can be spent now. */
  usable(owner: number, now: Temporal.Instant): number {
    return sum(this.#usable(owner, now));
  }

  holdsDisputed(owner: number): boolean {
    return this.#sheets.some((sheet) => sheet.owner === owner && sheet.hours > 0 && this.#isDisputed(sheet));
  }

  /** Whether a job reserves hours that cannot be used now. */
  keepsDisputed(job: number): boolean {
    const { parts = [], state } = this.#jobs[job] ?? {};
    return state === 'held' && parts.some(({ from }) => this.#isDisputed(from));
  }

  /** Returns the index by which it can be taken back. */
  add(owner: number, hours: NewHours): number {
    return this.#sheets.push({ cost: 0, ...hours, owner }) - 1;
  }

  /**
   * Refunds cents of the cost and takes as many hours as they paid for, rounded up to the next half hour.
   * False if the rest is worth less.
   */
  takeBack(nth: number, cents: number): boolean {
    const sheet = this.#sheets[nth];
    if (sheet === undefined || cents > sheet.cost) return false;
    const share = sheet.cost === cents ? 1 : cents / sheet.cost;
    take([sheet], Math.ceil(sheet.hours * share * 2) / 2, cents);
    return true;
  }

  adjust(owner: number, wanted: NewHours): void {
    const ofTier = this.#live(owner, wanted.since).filter(({ tier }) => tier === wanted.tier);
    const held = sum(ofTier);
    if (wanted.hours > held) this.add(owner, { ...wanted, hours: wanted.hours - held });
    const unpaidFirst = [...ofTier].sort((a, b) => Number(a.cost > 0) - Number(b.cost > 0));
    take(unpaidFirst, held - wanted.hours);
  }

  send(sender: number, hours: number, now: Temporal.Instant): boolean {
    if (this.usable(sender, now) < hours) return false;
    const parts = take(this.#usable(sender, now), hours);
    const ends = [now.add({ hours: 24 * 30 }), ...parts.map(({ from }) => from.until)];
    const [until = now] = ends.sort(Temporal.Instant.compare);
    this.#gifts.push({ sender, parts, until, isOver: false });
    return true;
  }

  claim(by: number, nth: number, now: Temporal.Instant): boolean {
    const gift = this.#gifts[nth];
    if (gift === undefined || gift.isOver || gift.sender === by || isPast(gift.until, now)) return false;
    if (gift.parts.some(({ from }) => this.#isDisputed(from))) return false;
    gift.isOver = true;
    for (const { from, hours, cost } of gift.parts) {
      const { tier, until, original, paidBy } = from;
      this.add(by, { tier, hours, cost, since: now, until, paidBy, ...(original && { original }) });
    }
    return true;
  }

  returnGifts(now: Temporal.Instant): void {
    for (const gift of this.#gifts) {
      if (gift.isOver || !isPast(gift.until, now)) continue;
      gift.isOver = true;
      for (const part of gift.parts) this.#putBack(part, now, false);
    }
  }

  /** Returns the hours reserved. */
  hold(owner: number, hours: number, now: Temporal.Instant): number {
    const parts = take(this.#usable(owner, now), hours);
    this.#jobs.push({ parts, bookedAt: now, state: 'held' });
    return sum(parts);
  }

  spend(nth: number): void {
    const job = this.#jobs[nth];
    if (job?.state === 'held' && job.parts.length > 0) job.state = 'spent';
  }

  /**
   * Returns all hours of a held job, or the given number of a paid one's: those that would have been spent
   * last.
   */
  giveBack(nth: number, hours: number, now: Temporal.Instant): number {
    const job = this.#jobs[nth];
    if (job === undefined || job.state === 'over') return 0;
    const wasPaid = job.state === 'spent';
    let left = wasPaid ? hours : Infinity;
    job.state = 'over';
    let given = 0;
    const spendingOrder = [...job.parts].sort((a, b) =>
      bySpending({ ...a.from, cost: a.cost }, { ...b.from, cost: b.cost }),
    );
    for (const part of spendingOrder.reverse()) {
      const back = Math.min(left, part.hours);
      left -= back;
      given += back;
      const cost = Math.round((part.cost * back) / part.hours);
      const { from } = part;
      const wasBookedInTime = !isPast(from.original ?? from.until, job.bookedAt);
      if (back > 0) this.#putBack({ from, hours: back, cost }, now, wasPaid && wasBookedInTime);
    }
    return given;
  }

  expire(now: Temporal.Instant): void {
    for (const sheet of this.#sheets)
      if (isPast(sheet.until, now)) Object.assign(sheet, { hours: 0, cost: 0 });
  }

  balance(owner: number): number {
    return sum(this.#sheets.filter((sheet) => sheet.owner === owner));
  }

  shown(owner: number): Record<string, number> {
    return hoursByLot(this.#sheets.filter((sheet) => sheet.owner === owner));
  }

  /** Returns hours to a sheet; if that has expired, they are extended or expire at once. */
  #putBack({ from, hours, cost }: Part, now: Temporal.Instant, isExtended: boolean): void {
    if (isPast(from.until, now)) {
      Object.assign(from, { hours: 0, cost: 0 });
      if (!isExtended) return;
      from.original ??= from.until;
      from.until = now.add({ hours: 24 * 30 });
    }
    from.hours += hours;
    from.cost += cost;
  }

  #usable(owner: number, now: Temporal.Instant): Sheet[] {
    return this.#live(owner, now).filter((sheet) => !this.#isDisputed(sheet));
  }

  #isDisputed({ paidBy }: Sheet): boolean {
    return paidBy !== undefined && this.#disputed.has(paidBy);
  }

  /** In spending order. */
  #live(owner: number, now: Temporal.Instant): Sheet[] {
    const held = this.#sheets.filter(
      (sheet) => sheet.owner === owner && sheet.hours > 0 && !isPast(sheet.until, now),
    );
    return held.sort(bySpending);
  }
}

/** Hours by tier and day of expiry: it does not matter which of two equal lots is used. */
export function hoursByLot(
  lots: readonly { readonly tier: number; readonly hours: number; readonly until: Temporal.Instant | null }[],
): Record<string, number> {
  const hours: Record<string, number> = {};
  for (const lot of lots) {
    if (lot.hours === 0) continue;
    const kind = `S$${lot.tier} until ${lot.until}`;
    hours[kind] = (hours[kind] ?? 0) + lot.hours;
  }
  return hours;
}

/** @param cents the cost of the hours, unless it is their proportional share. */
function take(sheets: readonly Sheet[], wanted: number, cents?: number): Part[] {
  let left = wanted;
  return sheets.flatMap((from) => {
    const hours = Math.min(left, from.hours);
    if (hours <= 0) return [];
    left -= hours;
    const cost = hours === from.hours ? from.cost : (cents ?? Math.round((from.cost * hours) / from.hours));
    from.hours -= hours;
    from.cost -= cost;
    return [{ from, hours, cost }];
  });
}

function bySpending(a: Omit<Sheet, 'hours'>, b: Omit<Sheet, 'hours'>): number {
  return (
    Temporal.Instant.compare(a.until, b.until) ||
    Number(a.tier !== 0) - Number(b.tier !== 0) ||
    Number(a.cost > 0) - Number(b.cost > 0) ||
    Temporal.Instant.compare(a.since, b.since) ||
    a.tier - b.tier
  );
}

function isPast(until: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(until, now) <= 0;
}

function sum(parts: readonly { readonly hours: number }[]): number {
  return parts.reduce((total, { hours }) => total + hours, 0);
}
