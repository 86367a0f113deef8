import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { AddressReply } from '#features/people/customers/address-shapes.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { queryOf, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { book } from '../../../rules/policy.ts';
import { listAddresses, listJobs, listPackages, quoteJob } from './calls.ts';
import { type Draft, isHomeSize, priceKeyOf, recurrenceOf } from './draft.ts';
import { type Sizing, sizingOf } from './sizing.ts';
import { openStep, type Service, type Step, serviceAt, stepAfter, stepNamed, stepPath } from './steps.ts';
import { useDraft } from './use-draft.ts';

type Packages = UseQueryResult<CallReply<typeof listPackages>, ApiError>;

/** The data and actions of a step. */
export interface Flow {
  readonly service: Service;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly startOver: () => void;
  /** When the draft was last changed (device time, ms); null if it is from this visit. */
  readonly earlier: number | null;
  readonly begun: number;
  /** The storage is full: the draft is lost when the page is closed. */
  readonly isUnstored: boolean;
  readonly step: Step;
  readonly isCustomer: boolean;
  readonly homes: Homes;
  readonly packages: Packages;
  readonly sizing: Sizing;
  readonly quote: UseQueryResult<Quoted, ApiError>;
  /** The customer's upcoming visits to this home; null while loading. */
  readonly ownVisits: readonly Job[] | null;
  /** Opens the next step and saves the choices of this one. */
  readonly next: (part?: Partial<Draft>) => void;
  readonly go: (step: Step) => void;
}

/** The state of the booking flow: draft, price and open step. */
export function useFlow(): Flow {
  const service = serviceAt(useLocation().pathname);
  const [search] = useSearchParams();
  const { preselectedPackage = null } = useParams();
  const navigate = useNavigate();
  const size = search.get('home');
  const requested = { home: isHomeSize(size) ? size : null, packageID: preselectedPackage };
  const { draft, earlier, begun, isUnstored, change, startOver } = useDraft(service.type, requested);
  const isCustomer = useOwnID(book) !== null;
  const stand = { service, isCustomer };
  const packages = useCall(listPackages, {
    query: { type: service.type, bookable: '1', size: 100, count: '0' },
  });
  const homes = useHomes(draft, isCustomer);
  const sizing = sizingOf(draft, { service, picked: homes.picked, packages: packages.data?.items });
  const quote = useQuote(draft, sizing, stand);
  const ownVisits = useOwnVisits(draft, isCustomer);
  const step = openStep(stepNamed(search.get('step'), service), draft, stand);
  const go = (to: Step) => void navigate(stepPath(service, to));
  const next = (part: Partial<Draft> = {}) => {
    const after = { ...draft, ...part };
    // Continuing means agreeing to the displayed price.
    const agreed = quote.data
      ? { request: priceKeyOf(after, quote.data.visits), total: quote.data.total }
      : draft.agreed;
    change({ ...part, agreed });
    go(stepAfter(step, after, stand));
  };
  const shown = {
    service,
    draft,
    earlier,
    begun,
    isUnstored,
    change,
    startOver,
    step,
    isCustomer,
    homes,
    packages,
  };
  return { ...shown, sizing, quote, ownVisits, next, go };
}

/** More upcoming visits than any customer has. */
const MAX_VISITS = 200;

/** The customer's upcoming visits to the home of this booking; null while loading. */
function useOwnVisits(draft: Draft, isCustomer: boolean): readonly Job[] | null {
  const isNeeded = isCustomer && draft.addressID !== null;
  const visits = useQuery({
    ...queryOf(listJobs, {
      query: { from_date: today(), sortby: 'startTime', order: 'asc', size: MAX_VISITS, count: '0' },
    }),
    enabled: isNeeded,
  });
  // A failure must not block the booking: the server allows overlaps too.
  if (!isNeeded || visits.isError) return NO_VISITS;
  return visits.data === undefined ? null : ownVisitsOf(visits.data.items, draft);
}

const NO_VISITS: readonly Job[] = [];

/** The customer's visits to the draft's home, without the ones held for this booking. */
export function ownVisitsOf<V extends Pick<Job, 'id' | 'seriesID' | 'addressID'>>(
  visits: readonly V[],
  { addressID, held }: Pick<Draft, 'addressID' | 'held'>,
): readonly V[] {
  const series = visits.find(({ id }) => id === held?.jobID)?.seriesID ?? null;
  return visits.filter(
    (visit) =>
      visit.addressID === addressID &&
      visit.id !== held?.jobID &&
      (series === null || visit.seriesID !== series),
  );
}

/** How long a price is fresh, in ms; then returning to the tab refetches. */
const PRICE_FRESH = 60_000;
/** The dates of a series can be taken by others at any time. */
const DATES_FRESH = 5_000;

export type Quoted = CallReply<typeof quoteJob>;

interface Stand {
  readonly service: Service;
  readonly isCustomer: boolean;
}

/** The quote of the current draft; for a series with a first date, also each date and its crew. */
function useQuote(draft: Draft, { pack, hours }: Sizing, { service, isCustomer }: Stand) {
  const recurrence = recurrenceOf(draft, service.recurs);
  const dated = service.recurs && draft.startTime !== null;
  return useQuery({
    ...queryOf(quoteJob, {
      body: {
        packageID: pack?.id ?? '',
        jobType: service.type,
        requireCleaningSupplies: draft.supplies ?? false,
        ...(hours === null ? {} : { hours }),
        ...(draft.numCleaners === null ? {} : { numCleaners: draft.numCleaners }),
        ...(recurrence && { recurrence }),
        ...placeOf(draft, isCustomer),
        ...(dated ? whenOf(draft, isCustomer) : {}),
      },
    }),
    enabled: pack !== null,
    placeholderData: keepPreviousData,
    staleTime: dated ? DATES_FRESH : PRICE_FRESH,
  });
}

/** The price may depend on the home (`priceLines`). */
function placeOf({ addressID, postal }: Draft, isCustomer: boolean) {
  if (isCustomer && addressID !== null) return { addressID };
  return POSTAL_CODE.test(postal) ? { postal } : {};
}

function whenOf({ startTime, held }: Draft, isCustomer: boolean) {
  // The booking's own hold would be replaced by it.
  return {
    startTime: startTime ?? undefined,
    ...(isCustomer && held && { replacesJobID: held.jobID }),
  };
}

/** The stored homes of a signed-in customer, and the one of this booking. */
interface Homes {
  readonly items: readonly AddressReply[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly picked: AddressReply | undefined;
}

function useHomes(draft: Draft, isCustomer: boolean): Homes {
  const stored = useQuery({ ...queryOf(listAddresses, { query: { size: 50 } }), enabled: isCustomer });
  const items = (isCustomer && stored.data?.items) || [];
  return {
    items,
    isPending: isCustomer && stored.isPending,
    isError: isCustomer && stored.isError,
    picked: pickedHome(items, draft),
  };
}

/** The stored home of this booking; until an address is given, the primary one. */
export function pickedHome<Home extends Pick<AddressReply, 'id' | 'isPrimary'>>(
  homes: readonly Home[],
  draft: Pick<Draft, 'addressID' | 'postal' | 'otherAddress'>,
): Home | undefined {
  if (draft.addressID !== null) return homes.find((home) => home.id === draft.addressID);
  if (draft.otherAddress || draft.postal !== '') return undefined;
  return homes.find((home) => home.isPrimary) ?? homes[0];
}
