import type { TextStorage } from '../session/safe-storage.ts';
import { ApiError } from './api-error.ts';

/** Storage key of a tab's open submissions; they survive a reload of the page. */
export const OPEN_SUBMISSIONS = 'kemas-open-submissions';

interface Submission {
  readonly scope: string;
  readonly key: string;
  /** The single-use token of an entered card: entering the same card again would create another one. */
  readonly stripeToken: string | null;
}

interface Input {
  readonly body?: unknown;
}

interface Options {
  readonly storage: TextStorage;
  readonly newKey: () => string;
}

/**
 * Sends each submission with an Idempotency-Key, and keeps the key until the outcome is known: while the response is
 * lost, the bank requires a challenge or the payment is in progress, the same submission is sent again with the same
 * key, also after a reload, so that nobody pays twice. Only a hash of the input and the card's token are stored.
 */
export function createSubmissions({ storage, newKey }: Options) {
  let open = readAll(storage);
  const change = (id: string, submission: Submission | null) => {
    const { [id]: _before, ...others } = open;
    open = submission === null ? others : { ...others, [id]: submission };
    writeAll(storage, open);
  };
  return {
    /** @param scope who submits, and to which route */
    async submit<I extends Input | undefined, Reply>(
      scope: string,
      input: I,
      send: (input: I, key: string) => Promise<Reply>,
    ): Promise<Reply> {
      const { stripeToken, withoutToken } = splitToken(input);
      const id = hashOf(`${scope} ${JSON.stringify(withoutToken)}`);
      const submission = open[id] ?? { scope, key: newKey(), stripeToken };
      change(id, submission);
      try {
        const reply = await send(withToken(input, submission.stripeToken), submission.key);
        if (!isQuestion(reply)) change(id, null);
        return reply;
      } catch (error) {
        if (isOutcome(error)) change(id, null);
        throw error;
      }
    },

    /** The effect of a submission has been undone: the next one is new, with its own key and card. */
    forget(scope: string): void {
      for (const [id, submission] of Object.entries(open)) if (submission.scope === scope) change(id, null);
    },
  };
}

const NO_OUTCOME = ['in_progress', 'payment_in_progress', 'unauthenticated', 'throttled'];

/** Whether a refusal is the final outcome of a submission. After a server error, or no response, it is unknown. */
export function isOutcome(error: unknown): boolean {
  if (!(error instanceof ApiError) || NO_OUTCOME.includes(error.code)) return false;
  return error.status >= 400 && error.status < 500;
}

/** The bank requires a challenge first. */
function isQuestion(reply: unknown): boolean {
  return typeof reply === 'object' && reply !== null && 'requiresAction' in reply;
}

function splitToken(input: Input | undefined) {
  const body = input?.body;
  if (typeof body !== 'object' || body === null || !('stripeToken' in body))
    return { stripeToken: null, withoutToken: input };
  const { stripeToken, ...rest } = body;
  if (typeof stripeToken !== 'string') return { stripeToken: null, withoutToken: input };
  return { stripeToken, withoutToken: { ...input, body: { ...rest, hasToken: true } } };
}

function withToken<I extends Input | undefined>(input: I, stripeToken: string | null): I {
  if (stripeToken === null || typeof input?.body !== 'object') return input;
  return { ...input, body: { ...input.body, stripeToken } };
}

/** FNV-1a, 64 bits. Browsers have no SHA-256 on plain http. */
function hashOf(text: string): string {
  const hash = new TextEncoder()
    .encode(text)
    .reduce(
      (before, byte) => BigInt.asUintN(64, (before ^ BigInt(byte)) * 0x100000001b3n),
      0xcbf29ce484222325n,
    );
  return hash.toString(16);
}

function readAll(storage: TextStorage): Readonly<Record<string, Submission>> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(OPEN_SUBMISSIONS) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, Submission>) : {};
  } catch {
    // Corrupt text counts as empty.
    return {};
  }
}

function writeAll(storage: TextStorage, open: Readonly<Record<string, Submission>>): void {
  if (Object.keys(open).length === 0) storage.removeItem(OPEN_SUBMISSIONS);
  else storage.setItem(OPEN_SUBMISSIONS, JSON.stringify(open));
}
