import type { HomeType } from '#features/people/customers/rules/homes.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { CallInput, CallReply } from '#platform/web/api/callable.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { randomID } from '#platform/web/random-id.ts';
import { session } from '#platform/web/session/session.ts';
import {
  holdAction as chooseHoldAction,
  type HeldBooking,
  type HoldAction as HoldRule,
} from '../../../rules/hold-action.ts';
import { createAddress, createJob, getJob, listAddresses, updateAddress, updateJob } from './calls.ts';
import { type Draft, holdKeyOf, recurrenceOf } from './draft.ts';
import type { Sizing } from './sizing.ts';
import type { Service } from './steps.ts';
import { findUnanswered, isAnswer } from './use-draft.ts';

type BookingBody = CallInput<typeof createJob>['body'];
type JobChanges = NonNullable<CallInput<typeof updateJob>['body']>;
type ChangeDraft = (part: Partial<Draft>) => void;

type HoldAction =
  | Exclude<HoldRule, { readonly kind: 'update' }>
  | { readonly kind: 'update'; readonly changes: JobChanges };

/** How to hold the draft's time, as a request. */
export function holdAction(
  draft: Draft,
  held: Job | null,
  { now, recurs }: { readonly now: Date; readonly recurs: boolean },
): HoldAction {
  const { startTime, contactDetails, specialRequests } = draft;
  const start = startTime === null ? null : Date.parse(startTime);
  const wanted = { request: holdKeyOf(draft, recurs), recurs, start, contactDetails, specialRequests };
  const action = chooseHoldAction(
    wanted,
    held && heldBooking(held, draft.held?.request ?? null),
    now.getTime(),
  );
  if (action.kind !== 'update') return action;
  const values = {
    start: { startTime: startTime ?? '' },
    contactDetails: { contactDetails },
    specialRequests: { specialRequests },
  };
  return { kind: 'update', changes: Object.assign({}, ...action.parts.map((part) => values[part])) };
}

function heldBooking(job: Job, request: string | null): HeldBooking {
  const { id, status, startTime, holdExpiresAt, contactDetails, specialRequests } = job;
  return {
    id,
    status,
    request,
    start: Date.parse(startTime),
    holdExpiresAt: holdExpiresAt === null ? null : Date.parse(holdExpiresAt),
    contactDetails,
    specialRequests,
  };
}

type Booking = { readonly service: Pick<Service, 'type' | 'recurs'>; readonly change: ChangeDraft };
type Holding = Booking & { readonly sizing: Pick<Sizing, 'homeType'> };

/**
 * Holds the draft's time for 15 minutes.
 * @throws ApiError; `slot_taken` carries the nearest free times.
 */
export async function holdTime(draft: Draft, { sizing, service, change }: Holding): Promise<Job> {
  const addressID = await storeAddress(draft, sizing.homeType);
  const wanted = { ...draft, addressID };
  change({ addressID, customerID: session.getState().id });
  const held = draft.held === null ? null : await ownJob(draft.held.jobID);
  const job = await applyHoldAction(wanted, held, { service, change });
  change({ held: { jobID: job.id, request: holdKeyOf(wanted, service.recurs) }, unanswered: null });
  return job;
}

async function applyHoldAction(draft: Draft, held: Job | null, booking: Booking): Promise<Job> {
  const action = holdAction(draft, held, { now: appClock.now(), recurs: booking.service.recurs });
  if (held !== null && action.kind === 'keep') return held;
  if (held !== null && action.kind === 'update') {
    try {
      return await callApi(updateJob, { params: { id: held.id }, body: action.changes });
    } catch (error) {
      // The hold expired meanwhile.
      if (!(error instanceof ApiError) || error.code !== 'not_changeable') throw error;
      return book(draft, null, booking);
    }
  }
  return book(draft, action.kind === 'book' ? action.replaces : null, booking);
}

async function ownJob(id: string): Promise<Job | null> {
  try {
    return await callApi(getJob, { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Books anew. The idempotency key is kept with the draft until there is a reply, so that a lost one can be
 * retried even after a reload. A lost request for something else is resolved first, because it may hold a
 * time by now.
 */
async function book(draft: Draft, replaces: string | null, { service, change }: Booking): Promise<Job> {
  const before = draft.unanswered;
  const body = bodyOf(draft, replaces, service);
  if (before === null || before.body === JSON.stringify(body)) {
    return send(body, before?.key ?? randomID(), change);
  }
  const found = await findUnanswered(before);
  change({ unanswered: null, ...(found !== null && { held: { jobID: found, request: '' } }) });
  return send(bodyOf(draft, found ?? replaces, service), randomID(), change);
}

async function send(body: BookingBody, key: string, change: ChangeDraft): Promise<Job> {
  change({ unanswered: { key, body: JSON.stringify(body) } });
  try {
    const job = await callApi(createJob, { body, idempotencyKey: key });
    change({ unanswered: null });
    return job;
  } catch (error) {
    if (isAnswer(error)) change({ unanswered: null });
    throw error;
  }
}

function bodyOf(draft: Draft, replaces: string | null, { type, recurs }: Booking['service']): BookingBody {
  const recurrence = recurrenceOf(draft, recurs);
  return {
    packageID: draft.packageID ?? '',
    jobType: type,
    addressID: draft.addressID ?? '',
    startTime: draft.startTime ?? '',
    requireCleaningSupplies: draft.supplies ?? false,
    contactDetails: draft.contactDetails,
    specialRequests: draft.specialRequests,
    ...(draft.hours === null ? {} : { hours: draft.hours }),
    ...(draft.numCleaners === null ? {} : { numCleaners: draft.numCleaners }),
    ...(recurrence && { recurrence }),
    ...(draft.cleanerID === null ? {} : { cleaner1ID: draft.cleanerID }),
    ...(replaces === null ? {} : { replacesJobID: replaces }),
  };
}

type Stored = CallReply<typeof createAddress>;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether a stored address matches the entered one: same postal code and unit. */
export function isSameHome(
  stored: Pick<Stored, 'postal' | 'addressLine2'>,
  typed: Pick<Draft, 'postal' | 'addressLine2'>,
): boolean {
  return stored.postal === typed.postal && plain(stored.addressLine2) === plain(typed.addressLine2);
}

/**
 * The id of the address to book for: the picked one, a stored one that matches, or a new one. Pets,
 * preferences and an entered building are saved with it; a picked home keeps its own building.
 * @throws ApiError
 */
export async function storeAddress(draft: Draft, type: HomeType): Promise<string> {
  const { items } = await callApi(listAddresses, { query: { size: 100 } });
  const known =
    items.find((one) => one.id === draft.addressID) ?? items.find((one) => isSameHome(one, draft));
  const preferences = {
    hasPets: draft.hasPets,
    genderPreference: draft.gender,
    languagePreference: draft.language,
  };
  if (known === undefined) {
    const { postal, addressLine1, addressLine2, addressLine3 } = draft;
    const body = { type, postal, addressLine1, addressLine2, addressLine3, ...preferences };
    return (await callApi(createAddress, { body })).id;
  }
  const changes = changesIn(
    { ...preferences, addressLine3: (draft.addressID === null && draft.addressLine3) || known.addressLine3 },
    known,
  );
  if (Object.keys(changes).length > 0) {
    await callApi(updateAddress, { params: { id: known.id }, body: changes });
  }
  return known.id;
}
