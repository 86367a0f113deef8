import { auth, type calendar_v3, calendar as openCalendar } from '@googleapis/calendar';
import { hasNoAnswer, type MakeBreaker } from './breaker.ts';
import type { CalendarEvent, CalendarProvider } from './calendar.ts';
import type { ServiceAccount } from './service-account.ts';

export interface GoogleCalendarOptions {
  /** The calendar that is shared with the service account. */
  readonly calendarID: string;
  readonly credentials: ServiceAccount;
  /** Base URL of another Google Calendar API, such as a fake; null for the real one. */
  readonly apiUrl: string | null;
  readonly makeBreaker: MakeBreaker;
  /** Tests only. */
  readonly timeoutMs?: number;
}

const SCOPE = 'https://www.googleapis.com/auth/calendar.events';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
/** Only a worker waits for it. */
const TIMEOUT_MS = 10_000;

/**
 * A Google calendar that the company has shared with a service account. An event's id is derived from the job's, so
 * duplicate requests, or two workers, still make one event. There are no attendees, because a service account cannot
 * invite anyone. A temporary refusal by Google is thrown, and the task is retried.
 * Source: developers.google.com/workspace/calendar/api/v3/reference/events
 */
export function googleCalendar(options: GoogleCalendarOptions): CalendarProvider {
  const { events } = open(options);
  const { calendarID, timeoutMs = TIMEOUT_MS } = options;
  const breaker = options.makeBreaker({
    provider: 'Google Calendar',
    // An insert may need a token first.
    timeoutMs: 2 * timeoutMs,
    isDown: (error) => hasNoAnswer({ status: statusIn(error) }),
  });
  const request = (ask: () => Promise<{ status: number }>, alsoGood: readonly number[]) =>
    statusOf(() => breaker.run(ask), alsoGood);
  return {
    async check() {
      await request(() => events.list({ calendarID, maxResults: 1 }), []);
    },
    async putEvent(event) {
      const requestBody = toGoogle(event);
      const eventID = eventIDOf(event.id);
      const added = await request(() => events.insert({ calendarID, requestBody }), [409]);
      if (added !== 409) return;
      // It already exists, or was deleted: an update with status `confirmed` restores it.
      await request(() => events.update({ calendarID, eventID, requestBody }), []);
    },
    async deleteEvent(id) {
      // If it is already gone, the goal is reached.
      await request(() => events.delete({ calendarID, eventID: eventIDOf(id) }), [404, 410]);
    },
  };
}

/** Google requires base32hex, which the characters of a UUID satisfy. */
export function eventIDOf(jobID: string): string {
  return jobID.replaceAll('-', '');
}

function toGoogle(event: CalendarEvent): calendar_v3.Schema$Event {
  return {
    id: eventIDOf(event.id),
    status: 'confirmed',
    summary: event.title,
    location: event.location,
    start: { dateTime: event.startTime },
    end: { dateTime: event.endTime },
  };
}

function open({ credentials, apiUrl, timeoutMs = TIMEOUT_MS }: GoogleCalendarOptions) {
  const { client_email: email, private_key: key, token_uri: tokenUrl } = credentials;
  const account = new auth.JWT({ email, key, scopes: [SCOPE] });
  // The outbox retries with increasing delays; the client's own retries would only block a worker.
  account.transporter.defaults = { ...account.transporter.defaults, timeout: timeoutMs, retry: false };
  account.transporter.interceptors.request.add({
    // The client has one fixed token endpoint; the key file says which one to use.
    resolved: async (request) => {
      if (request.url.href === TOKEN_URL && tokenUrl !== undefined) request.url = new URL(tokenUrl);
      return { ...request, timeout: timeoutMs, retry: false };
    },
  });
  return openCalendar({
    version: 'v3',
    auth: account,
    timeout: timeoutMs,
    retry: false,
    ...(apiUrl === null ? {} : { rootUrl: `${apiUrl.replace(/\/$/, '')}/` }),
  });
}

/**
 * Sends a request and returns the status if it is a success or one of these.
 * @throws an error without the request, which contains a customer's name and the account's token.
 */
async function statusOf(
  ask: () => Promise<{ status: number }>,
  alsoGood: readonly number[],
): Promise<number> {
  try {
    return (await ask()).status;
  } catch (error) {
    const status = statusIn(error);
    if (status !== null && alsoGood.includes(status)) return status;
    const why = status === null ? nameOf(error) : `status ${status}`;
    throw new Error(`Google Calendar refused the request: ${why}`);
  }
}

function statusIn(error: unknown): number | null {
  const status =
    (error as { readonly status?: unknown; readonly response?: { readonly status?: unknown } }) ?? {};
  const said = status.response?.status ?? status.status;
  return typeof said === 'number' ? said : null;
}

function nameOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
