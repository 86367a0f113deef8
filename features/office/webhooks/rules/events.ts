/** The events that systems outside can follow, and what the office reads about each. */
export const EVENTS = {
  'job.created': 'A visit was booked or held',
  'job.updated': 'Time, crew, price or details of a visit have changed',
  'job.confirmed': 'The office has confirmed a visit',
  'job.paid': 'A visit was paid',
  'job.cancelled': 'A visit was cancelled',
  'job.expired': 'A held visit was not paid in time',
  'visit.started': 'A cleaner has clocked in',
  'visit.finished': 'A cleaner has clocked out',
  'customer.created': 'A customer was added or has registered',
  'customer.updated': 'Details of a customer have changed',
  'customer.closed': 'A customer’s account was closed',
  'cleaner.created': 'A cleaner was added',
  'cleaner.updated': 'Details of a cleaner have changed',
  'contact_request.created': 'Someone has written to the business',
  'application.created': 'Someone has applied as a cleaner',
  'payment.received': 'Money was received',
  'payment.refunded': 'Money was refunded',
  'payment.refund_reversed': 'A refund did not arrive and was reversed',
  'credits.changed': 'A customer’s hours of credit have changed',
} as const;
export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Sent by the office to try an endpoint; nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** What is published for a change, by its action in the audit trail. Other changes are not published. */
const BY_ACTION: Readonly<Record<string, EventType>> = {
  'job.added': 'job.created',
  'job.updated': 'job.updated',
  'job.amount-changed': 'job.updated',
  'job.charged': 'job.updated',
  'job.charge-waived': 'job.updated',
  'job.finish-undone': 'job.updated',
  'job.held': 'job.updated',
  'job.on-the-way': 'job.updated',
  'job.pending': 'job.updated',
  'job.repriced': 'job.updated',
  'job.trashed': 'job.updated',
  'job.untrashed': 'job.updated',
  'job.confirmed': 'job.confirmed',
  'job.pay-later': 'job.confirmed',
  'job.pay-each': 'job.confirmed',
  'job.added-to-series': 'job.confirmed',
  'job.paid': 'job.paid',
  'job.cancelled': 'job.cancelled',
  'job.expired': 'job.expired',
  'job.start': 'visit.started',
  'job.finish': 'visit.finished',
  'customer.created': 'customer.created',
  'customer.registered': 'customer.created',
  'customer.updated': 'customer.updated',
  'customer.trashed': 'customer.updated',
  'customer.untrashed': 'customer.updated',
  'customer.closed': 'customer.closed',
  'customer.deleted': 'customer.closed',
  'cleaner.created': 'cleaner.created',
  'cleaner.made': 'cleaner.created',
  'cleaner.updated': 'cleaner.updated',
  'cleaner.trashed': 'cleaner.updated',
  'cleaner.untrashed': 'cleaner.updated',
  'contact_request.created': 'contact_request.created',
  'application.created': 'application.created',
  'transaction.payment-recorded': 'payment.received',
  'transaction.refund-recorded': 'payment.refunded',
  'transaction.refund-reversed': 'payment.refund_reversed',
  'credits.moved': 'credits.changed',
};

export function eventTypeOf(action: string): EventType | null {
  return BY_ACTION[action] ?? null;
}

/** Where the API shows the record of an event, after `/api`. */
const PATHS: Readonly<Record<string, string>> = {
  job: '/jobs',
  customer: '/customers',
  cleaner: '/cleaners',
  contact_request: '/contact-requests',
  application: '/join-us',
  transaction: '/transactions',
  credits: '/customers-credits',
  webhook: '/webhook-endpoints',
};

export interface EventSubject {
  readonly kind: string;
  readonly id: string;
  /** Of a job, after the change. */
  readonly version?: number;
}

/** The body of an event, as JSON. `https://standardwebhooks.com` recommends this shape. */
export interface EventBody {
  readonly type: string;
  /** When it happened, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: {
    readonly object: string;
    readonly id: string;
    /** Where to read the record as it is now. */
    readonly url: string;
    readonly version?: number;
    /** The fields that have changed, if they are known. */
    readonly changed?: readonly string[];
  };
}

interface NewEvent {
  readonly type: string;
  readonly at: Temporal.Instant;
  /** Of this installation: `https://kemas.example`. */
  readonly site: string;
  readonly subject: EventSubject;
  readonly changed: readonly string[];
}

/**
 * Ids and a link, never names, addresses or notes: receivers, their logs and people who learn an address get no personal data.
 * They read the record with an API key, as far as that may.
 */
export function eventBody({ type, at, site, subject, changed }: NewEvent): EventBody {
  const { kind, id, version } = subject;
  return {
    type,
    timestamp: at.toString({ smallestUnit: 'millisecond' }),
    data: {
      object: kind,
      id,
      url: `${site}/api${PATHS[kind] ?? ''}/${id}`,
      ...(version !== undefined && { version }),
      ...(changed.length > 0 && type.endsWith('.updated') && { changed }),
    },
  };
}

/** Whether an endpoint is told of an event. */
export function isWanted(eventTypes: readonly string[], type: string): boolean {
  return eventTypes.length === 0 || eventTypes.includes(type);
}
