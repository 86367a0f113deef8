import { type CallRoute, type Calls, type ErrorCode, routes } from './calls.ts';

export interface KemasOptions {
  /** Of the installation, without a path: `https://kemas.example`. */
  readonly baseUrl: string;
  /** `kemas_live_…`, from System → API keys. Without one, only public calls work. */
  readonly apiKey?: string;
  /** How often a request is repeated when Kemas is busy (429, 503) or cannot be reached; default 2. */
  readonly retries?: number;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /**
   * Two requests with one key have one effect, and the same reply. Default: a random key for each call that accepts one,
   * which makes its own repeats safe.
   */
  readonly idempotencyKey?: string;
}

type Empty = Readonly<Record<never, never>>;
type ReplyOf<Name extends keyof Calls> = Calls[Name] extends { readonly file: true }
  ? Blob
  : Calls[Name]['reply'];

/** A function for each call of the API. Its input is optional if nothing in it is required. */
export type Kemas = {
  readonly [Name in keyof Calls]: Empty extends Calls[Name]['input']
    ? (input?: Calls[Name]['input'], options?: RequestOptions) => Promise<ReplyOf<Name>>
    : (input: Calls[Name]['input'], options?: RequestOptions) => Promise<ReplyOf<Name>>;
};

export interface FieldError {
  readonly path: string;
  /** What to enter instead. */
  readonly message: string;
}

interface Problem {
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfter?: number;
  readonly [extension: string]: unknown;
}

/** A refusal. Program against `code`; `message` is a sentence for people that says what to do next. */
export class KemasError extends Error {
  /** HTTP status. */
  readonly status: number;
  readonly code: ErrorCode;
  /** The invalid fields. */
  readonly fields: readonly FieldError[];
  /** Seconds to wait before the next request; null if the reply does not say. */
  readonly retryAfter: number | null;
  /** The whole problem document (RFC 9457), with fields of this refusal such as `alternatives`. */
  readonly problem: Problem;

  constructor(status: number, problem: Problem, retryAfter: number | null) {
    super(problem.detail ?? `Kemas replied ${status}.`);
    this.name = 'KemasError';
    this.status = status;
    this.code = (problem.code ?? 'unknown') as ErrorCode;
    this.fields = problem.errors ?? [];
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/** Creates a client: `const kemas = createKemas({ baseUrl, apiKey }); await kemas.listJobs({ query: { size: 10 } })`. */
export function createKemas(options: KemasOptions): Kemas {
  const base = `${options.baseUrl.replace(/\/+$/, '')}/api`;
  const entries = Object.entries(routes).map(([name, route]) => [
    name,
    (input: Input = {}, request: RequestOptions = {}) => send({ base, options, route, input, request }),
  ]);
  return Object.fromEntries(entries) as Kemas;
}

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface Sent {
  readonly base: string;
  readonly options: KemasOptions;
  readonly route: CallRoute;
  readonly input: Input;
  readonly request: RequestOptions;
}

const RETRIES = 2;
const LONGEST_WAIT_S = 30;

async function send(sent: Sent): Promise<unknown> {
  const { options, route, request } = sent;
  const key = request.idempotencyKey ?? (route.idempotent ? crypto.randomUUID() : undefined);
  // A POST that is repeated without a key could have its effect twice.
  const isRepeatable = route.method === 'GET' || key !== undefined;
  for (let left = options.retries ?? RETRIES; ; left -= 1) {
    const outcome = await attempt(sent, key);
    if (outcome.ok) return outcome.reply;
    const { error, wait } = outcome;
    if (left <= 0 || wait === null || wait > LONGEST_WAIT_S || !(isRepeatable || isRefused(error)))
      throw error;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}

/** It was refused before anything happened. */
function isRefused(error: unknown): boolean {
  return error instanceof KemasError && error.status === 429;
}

type Outcome =
  | { readonly ok: true; readonly reply: unknown }
  /** `wait`: seconds; null if another attempt would get the same reply. */
  | { readonly ok: false; readonly error: unknown; readonly wait: number | null };

async function attempt(
  { base, options, route, input, request }: Sent,
  key: string | undefined,
): Promise<Outcome> {
  const call = options.fetch ?? fetch;
  let response: Response;
  try {
    response = await call(addressOf(base, route, input), {
      method: route.method,
      headers: {
        accept: 'application/json',
        ...(options.apiKey !== undefined && { authorization: `Bearer ${options.apiKey}` }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(request.signal && { signal: request.signal }),
      credentials: 'omit',
      redirect: 'error',
    });
  } catch (error) {
    return { ok: false, error, wait: request.signal?.aborted ? null : 1 };
  }
  if (!response.ok) return refusal(response);
  return { ok: true, reply: route.file ? await response.blob() : await response.json() };
}

async function refusal(response: Response): Promise<Outcome> {
  const problem = (await response.json().catch(() => ({}))) as Problem;
  const header = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(header) ? header : null;
  const error = new KemasError(response.status, problem, retryAfter);
  const isPassing = response.status === 429 || response.status === 503;
  return { ok: false, error, wait: isPassing ? (retryAfter ?? 1) : null };
}

function addressOf(base: string, { path }: CallRoute, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next?: string | null;
}

/** Every item of a list, page by page: `for await (const job of everyItem(kemas.listJobs, { query: { status: 'paid' } }))`. */
export async function* everyItem<Item, Input>(
  list: (input: Input) => Promise<Page<Item>>,
  input: NoInfer<Input>,
): AsyncGenerator<Item> {
  const given = (input ?? {}) as { readonly query?: object };
  let after: string | null | undefined;
  do {
    const query = { size: 500, ...given.query, count: '0', ...(after && { after }) };
    const page = await list({ ...given, query } as Input);
    yield* page.items;
    after = page.next;
  } while (after);
}
