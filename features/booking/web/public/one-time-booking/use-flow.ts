import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { listPackages, type PackageReply } from '#features/packages/contract.ts';
import type { HomeSize } from '#features/site/rules/home-offer.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { quoteJob } from '../../../contract.ts';
import { book } from '../../../rules/policy.ts';
import { type Draft, priceKeyOf } from './draft.ts';
import { homeSizeOf, hoursFor, hoursOnOffer, isHomeSize, packageFor } from './sizes.ts';
import { openStep, type Step, stepAfter, stepNamed, stepPath } from './steps.ts';
import { useDraft } from './use-draft.ts';
import { type Homes, useHomes } from './use-homes.ts';

export const SERVICE = 'one-time';
/** The commonest home in Singapore, and the one our front page begins with. */
const USUAL_HOME: HomeSize = '4-room';
/** A price counts as fresh for so long, ms; coming back to the tab asks again. */
const PRICE_FRESH = 60_000;

export type Quoted = CallReply<typeof quoteJob>;
export type Packages = UseQueryResult<CallReply<typeof listPackages>, ApiError>;

/** What is booked: the home, its hours, and the package that they are priced by. */
export interface Sizing {
  readonly home: HomeSize;
  readonly offered: readonly number[];
  readonly hours: number | null;
  readonly pack: PackageReply | null;
}

/** All that a step needs. */
export interface Flow {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly step: Step;
  readonly isCustomer: boolean;
  readonly homes: Homes;
  readonly packages: Packages;
  readonly sizing: Sizing;
  readonly quote: UseQueryResult<Quoted, ApiError>;
  /** Goes on to the step after this one; what was chosen here is kept. */
  readonly next: (part?: Partial<Draft>) => void;
  readonly go: (step: Step) => void;
}

/** The booking as it stands: what was said, what it costs, which step is open. */
export function useFlow(): Flow {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const requested = search.get('home');
  const { draft, change } = useDraft(isHomeSize(requested) ? requested : null);
  const isCustomer = useOwnId(book) !== null;
  const packages = useCall(listPackages, { query: { type: SERVICE, size: 100, count: '0' } });
  const homes = useHomes(draft, isCustomer);
  const sizing = sizingOf(draft, homes.picked, packages.data?.items ?? []);
  const quote = useQuote(draft, sizing);
  const step = openStep(stepNamed(search.get('step')), draft, isCustomer);
  const go = (to: Step) => void navigate(stepPath(to));
  const next = (part: Partial<Draft> = {}) => {
    const after = { ...draft, ...part };
    // Pressing on is agreeing to the price that stands there.
    const agreed = quote.data ? { request: priceKeyOf(after), total: quote.data.total } : draft.agreed;
    change({ ...part, agreed });
    go(stepAfter(step, after, isCustomer));
  };
  return { draft, change, step, isCustomer, homes, packages, sizing, quote, next, go };
}

function sizingOf(draft: Draft, picked: Homes['picked'], packages: readonly PackageReply[]): Sizing {
  const home = draft.home ?? homeSizeOf(picked?.type ?? '') ?? USUAL_HOME;
  const offered = hoursOnOffer(packages);
  const hours = draft.hours ?? hoursFor(home, offered);
  const chosen = packages.find((pack) => pack.id === draft.packageID);
  return { home, offered, hours, pack: chosen ?? (hours === null ? null : packageFor(packages, hours)) };
}

function useQuote(draft: Draft, { pack, hours }: Sizing) {
  return useQuery({
    ...queryOf(quoteJob, {
      body: {
        packageID: pack?.id ?? '',
        jobType: SERVICE,
        requireCleaningSupplies: draft.supplies,
        ...(hours === null ? {} : { hours }),
      },
    }),
    enabled: pack !== null,
    placeholderData: keepPreviousData,
    staleTime: PRICE_FRESH,
  });
}
