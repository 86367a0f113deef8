import { z } from 'zod';
import { hasNoAnswer, type MakeBreaker } from './breaker.ts';
import type { GeocodedPlace, GeocodingProvider } from './geocoding.ts';
import { readAtMost } from './read-at-most.ts';

export interface OneMapAccount {
  readonly email: string;
  readonly password: string;
  /** Base URL of another OneMap API, such as a fake; null for the real one. */
  readonly apiUrl: string | null;
  readonly makeBreaker: MakeBreaker;
  /** Tests only. */
  readonly timeoutMs?: number;
}

const ONEMAP = 'https://www.onemap.gov.sg';
/** Of a lookup, including its token: a person is filling in a form. */
const TIMEOUT_MS = 2000;
const LARGEST_REPLY = 256 * 1024;
/** A token lives for three days; it is replaced this long before its end. */
const TOKEN_MARGIN_S = 300;
/** A postal code that exists, for a trial: the Istana. */
const TRIAL_POSTAL = '238823';

const tokenReply = z.object({ access_token: z.string().min(1), expiry_timestamp: z.coerce.number() });
const text = z.string().transform((word) => (word.trim() === 'NIL' ? '' : word.trim()));
const searchReply = z.object({
  results: z.array(
    z.object({
      POSTAL: text,
      BLK_NO: text,
      ROAD_NAME: text,
      BUILDING: text,
      LATITUDE: z.coerce.number().min(1).max(2),
      LONGITUDE: z.coerce.number().min(103).max(105),
    }),
  ),
});

/** OneMap answered with this status. */
class OneMapError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`OneMap replied ${status}.`);
    this.status = status;
  }
}

interface Token {
  readonly value: string;
  /** Seconds since 1970, by the real clock. */
  readonly expiresAt: number;
}

/**
 * The search of OneMap, the map of the Singapore Land Authority. Each account exchanges its password for a token.
 * Source: www.onemap.gov.sg/apidocs
 */
export function oneMap(account: OneMapAccount): GeocodingProvider {
  const breaker = account.makeBreaker({
    provider: 'OneMap',
    timeoutMs: account.timeoutMs ?? TIMEOUT_MS,
    isDown: hasNoAnswer,
  });
  const base = account.apiUrl ?? ONEMAP;
  let token: Token | undefined;

  const newToken = async (signal: AbortSignal): Promise<Token> => {
    const { email, password } = account;
    const reply = await readJson(`${base}/api/auth/post/getToken`, tokenReply, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      signal,
    });
    return { value: reply.access_token, expiresAt: reply.expiry_timestamp };
  };

  const search = async (postal: string, signal: AbortSignal) => {
    if (token === undefined || token.expiresAt - TOKEN_MARGIN_S < Date.now() / 1000)
      token = await newToken(signal);
    const query = new URLSearchParams({
      searchVal: postal,
      returnGeom: 'Y',
      getAddrDetails: 'Y',
      pageNum: '1',
    });
    return readJson(`${base}/api/common/elastic/search?${query}`, searchReply, {
      headers: { authorization: `Bearer ${token.value}` },
      signal,
    });
  };

  const find = (postal: string) =>
    breaker.run(async (signal): Promise<GeocodedPlace | null> => {
      const { results } = await search(postal, signal).catch((error: unknown) => {
        if (!isRefusedToken(error)) throw error;
        token = undefined; // revoked before its end
        return search(postal, signal);
      });
      const found = results.find(({ POSTAL }) => POSTAL === postal);
      if (found === undefined) return null;
      const { BLK_NO, ROAD_NAME, BUILDING, LATITUDE, LONGITUDE } = found;
      return {
        block: BLK_NO,
        street: ROAD_NAME,
        building: BUILDING,
        latitude: LATITUDE,
        longitude: LONGITUDE,
      };
    });

  return {
    find,
    async check() {
      if ((await find(TRIAL_POSTAL)) === null) throw new Error(`OneMap does not know ${TRIAL_POSTAL}`);
    },
  };
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof OneMapError && (error.status === 401 || error.status === 403);
}

/** @throws OneMapError for another status than 200; errors never contain the request */
async function readJson<T>(url: string, shape: z.ZodType<T>, init: RequestInit): Promise<T> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const body = await readAtMost(response, LARGEST_REPLY);
  if (response.status !== 200) throw new OneMapError(response.status);
  return shape.parse(JSON.parse(body));
}
