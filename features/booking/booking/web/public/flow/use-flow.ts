import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { book } from '../../../rules/policy.ts';
import { listPackages } from './calls.ts';
import { type Draft, priceKeyOf } from './draft.ts';
import { type Service, serviceAt } from './services.ts';
import { isHomeSize } from './sizes.ts';
import { type Sizing, sizingOf } from './sizing.ts';
import { openStep, type Step, stepAfter, stepNamed, stepPath } from './steps.ts';
import { useDraft } from './use-draft.ts';
import { type Homes, useHomes } from './use-homes.ts';
import { useOwnVisits } from './use-own-visits.ts';
import { type Quoted, useQuote } from './use-quote.ts';

export type Packages = UseQueryResult<CallReply<typeof listPackages>, ApiError>;

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
  const isCustomer = useOwnId(book) !== null;
  const stand = { service, isCustomer };
  const packages = useCall(listPackages, { query: { type: service.type, size: 100, count: '0' } });
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
