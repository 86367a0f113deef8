import { createJob } from '#features/booking/booking/contract.ts';
import { bookJob } from '#features/booking/booking/server/index.ts';
import { commitJob } from '#features/booking/checkout/contract.ts';
import { commitJob as pay } from '#features/booking/checkout/server/index.ts';
import { newAddressBody } from '#features/people/customers/address-shapes.ts';
import { createAddress, insertCustomer } from '#features/people/customers/server/index.ts';
import { changeVisit, feature as jobs } from '#features/work/jobs/server/index.ts';
import type { Actor } from '#platform/kernel/actor.ts';
import { anyone } from '#platform/kernel/actor.ts';
import { instantToWire } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { accepted } from './accepted.ts';
import type { Business } from './business.ts';
import type { DemoCustomer } from './data/shapes.ts';
import { requests } from './data/words.ts';
import type { PlannedBooking } from './plan-year.ts';
import { type Random, randomFor } from './random.ts';
import { type Seeding, signedIn } from './seeding.ts';

interface Member {
  readonly id: string;
  readonly addressID: string;
  keepsCard: boolean;
}

const TOKENS = ['tok_visa', 'tok_mastercard', 'tok_visa_debit', 'tok_amex', 'tok_sg'] as const;
const HOLD_IS_OVER = { minutes: 16 };

/** Makes the bookings one after another, each at its time; a customer signs up with their first booking. */
export class BookingSeeder {
  readonly #seeding: Seeding;
  readonly #business: Business;
  readonly #people: readonly DemoCustomer[];
  readonly #members = new Map<number, Member>();
  readonly #random: Random = randomFor('bookings');

  constructor(seeding: Seeding, business: Business, people: readonly DemoCustomer[]) {
    this.#seeding = seeding;
    this.#business = business;
    this.#people = people;
  }

  /**
   * Books, and pays unless it is meant to stay unpaid. If the time is taken, uses the nearest free one.
   * @returns the paid jobs
   */
  async execute(booking: PlannedBooking): Promise<readonly string[]> {
    const member = await this.join(booking.customer, booking.bookedAt);
    const random = this.#random;
    const office = booking.by === 'office' && member.keepsCard;
    const actor = office ? signedIn('admin', this.#business.officeID) : signedIn('customer', member.id);
    const ctx = this.#seeding.at(booking.bookedAt, actor);
    const jobIDs = await this.#book(ctx, booking, member);
    const [first] = jobIDs;
    if (first === undefined || booking.outcome === 'held') return [];
    if (booking.outcome === 'lost') {
      await jobs.cronJobs?.['jobs:holds']?.(this.#seeding.at(booking.bookedAt.add(HOLD_IS_OVER), anyone));
      return [];
    }
    const paidAt = booking.bookedAt.add({ seconds: random.int(70, 400) });
    await this.#pay(this.#seeding.at(paidAt, actor), first, member, booking.customer);
    if (booking.outcome === 'moved') await this.#move(first, member, booking);
    return jobIDs;
  }

  /** Signs a customer up with their home, once. */
  async join(index: number, before: Temporal.Instant): Promise<Member> {
    const known = this.#members.get(index);
    if (known) return known;
    const person = this.#people[index];
    if (person === undefined) throw new Error(`No customer ${index}.`);
    const at = before.subtract({ seconds: this.#random.int(120, 900) });
    const customer = await inTransaction(this.#seeding.at(at, anyone), async (tx) => {
      const row = await insertCustomer(tx, person, true);
      await audit(tx, { action: 'customer.registered', subject: { kind: 'customer', id: row.id } });
      return row;
    });
    const { id } = accepted(customer);
    const home = newAddressBody.parse({ ...person.home, label: 'Home', isPrimary: true });
    const ctx = this.#seeding.at(at.add({ seconds: 80 }), signedIn('customer', id));
    const address = accepted(await createAddress(ctx, id, home));
    const member = { id, addressID: address.id, keepsCard: false };
    this.#members.set(index, member);
    return member;
  }

  async #book(ctx: Context<Actor>, booking: PlannedBooking, member: Member): Promise<readonly string[]> {
    const body = createJob.body.parse({
      packageID: this.#business.packages.get(booking.pack),
      addressID: member.addressID,
      startTime: instantToWire(booking.start, ctx.config.BUSINESS_TZ),
      recurrence: booking.series,
      onConflict: booking.series === null ? 'refuse' : 'skip',
      specialRequests: this.#random.pick(requests),
      requireCleaningSupplies: booking.pack.startsWith('One-time') && this.#random.percent(30),
      ...(booking.cleaner !== null && { cleaner1ID: this.#business.cleaners[booking.cleaner] }),
    });
    const booked = await bookJob(ctx, body, member.id);
    if (!isRefusal(booked)) return booked.map((job) => job.id);
    if (booking.cleaner !== null) return this.#book(ctx, { ...booking, cleaner: null }, member);
    const nearest = (booked.extensions?.alternatives as { startTime: string }[] | undefined)?.[0];
    if (nearest === undefined) return [];
    const later = accepted(await bookJob(ctx, { ...body, startTime: nearest.startTime }, member.id));
    return later.map((job) => job.id);
  }

  async #pay(ctx: Context<Actor>, jobID: string, member: Member, index: number): Promise<void> {
    const keeps = index === 0 || this.#random.percent(75);
    const token = index === 0 ? TOKENS[0] : this.#random.pick(TOKENS);
    const card = member.keepsCard ? { picked: true } : { stripeToken: token, change: keeps };
    accepted(await pay(ctx, jobID, commitJob.body.parse(card)));
    if (keeps) member.keepsCard = true;
  }

  /** Moves the visit to the next day at the same time, if that is still free. */
  async #move(jobID: string, member: Member, booking: PlannedBooking): Promise<void> {
    const at = booking.bookedAt.add({ hours: this.#random.int(2, 20) });
    const ctx = this.#seeding.at(at, signedIn('customer', member.id));
    await changeVisit(ctx, jobID, { start: booking.start.add({ hours: 24 }) });
  }
}
