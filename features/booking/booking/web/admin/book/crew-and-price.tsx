import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { JOB_READS, JOBS } from '#features/work/jobs/web/parts/office/job-frame.tsx';
import { sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import type { CallInput } from '#platform/web/api/callable.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { money, useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { createJobForCustomer, type quoteJob } from '../../../contract.ts';
import { ConflictList, type Exceptions } from './conflict-list.tsx';
import { CrewField, crewOf, NOBODY_CHOSEN } from './crew-field.tsx';
import { type HomePreference, type HomeWithPreferences, withPreferences } from './home-preferences.ts';
import { QuotedCode } from './quoted-code.tsx';
import type { Size } from './use-booking.ts';
import { useQuote, VisitPrice } from './visit-price.tsx';

type Body = CallInput<typeof createJobForCustomer>['body'];

interface CrewAndPriceProps {
  readonly pack: PackageReply;
  readonly size: Size;
  readonly home: HomeWithPreferences & { readonly id: string; readonly postal: string };
  /** The enabled preferences of the home. */
  readonly preferences: readonly HomePreference[];
  /** The booking without its crew. */
  readonly request: Body;
  onCode(promocode: string): void;
}

/** Crew, price and unavailable dates, with the button that holds the booking. */
export function CrewAndPrice({ pack, size, home, preferences, request, onCode }: CrewAndPriceProps) {
  const [crew, setCrew] = useState(NOBODY_CHOSEN);
  const [exceptions, setExceptions] = useState<Exceptions>({});
  const body = withExceptions(request, exceptions);
  const { specialRequests: _notes, contactDetails: _door, label: _label, ...priced } = body;
  const asked = { ...priced, postal: home.postal };
  const suggested = useQuote(asked).data?.cleaners.map(({ id }) => id) ?? [];
  const quoted = { ...asked, ...crewOf(crew) };
  const isSeries = Boolean(request.recurrence);
  const found = useQuote(quoted).data?.conflicts ?? [];
  const conflicts = isSeries ? found : [];
  return (
    <>
      <Panel title="Crew">
        <CrewField
          pack={pack}
          size={size}
          home={withPreferences(home, preferences)}
          startTime={request.startTime}
          customerID={request.customerID}
          suggested={suggested}
          chosen={crew}
          onChange={(chosen) => {
            setCrew(chosen);
            setExceptions({});
          }}
        />
      </Panel>
      <Panel title="Price">
        <VisitPrice body={quoted} />
        <QuotedCode quoted={quoted} onChange={onCode} />
        <ConflictList
          conflicts={conflicts}
          crew={crew.ids}
          exceptions={exceptions}
          onChange={setExceptions}
        />
        <Hold body={{ ...body, ...crewOf(crew) }} quoted={quoted} undecided={conflicts.length > 0} />
      </Panel>
    </>
  );
}

/** The booking with the decisions about unavailable dates. */
function withExceptions(request: Body, exceptions: Exceptions): Body {
  const decided = Object.entries(exceptions);
  if (!request.recurrence || decided.length === 0) return request;
  return {
    ...request,
    recurrence: {
      ...request.recurrence,
      exceptions: decided.map(([startTime, instead]) => ({ startTime, instead })),
    },
  };
}

interface HoldProps {
  readonly body: Body;
  /** The quoted request: number of held visits and their price. */
  readonly quoted: CallInput<typeof quoteJob>['body'];
  /** Unavailable dates have no decision yet. */
  readonly undecided: boolean;
}

function Hold({ body, quoted, undecided }: HoldProps) {
  const { date, time, money: sumOf } = useFormat();
  const quote = useQuote(quoted).data;
  const navigate = useNavigate();
  const toast = useToast();
  const create = useAct(createJobForCustomer, { refresh: JOB_READS });
  const press = () =>
    create.mutate(
      { body },
      {
        onSuccess: (job) => {
          const until = job.holdExpiresAt ?? job.startTime;
          toast.show({
            text: `${heldWords(job)} held until ${date(until)}, ${time(until)}. Take payment now, or let the customer pay.`,
          });
          void navigate(`${JOBS.to}/${job.id}/view`);
        },
      },
    );
  return (
    <div className={styles.form}>
      <SubmitProblem problem={create.error} />
      <Button
        full
        busy={create.isPending && 'Holding'}
        disabledReason={undecided && 'Choose what to do with the dates that are not free'}
        onClick={press}
      >
        {quote !== undefined && quote.visits > 1
          ? `Hold ${quote.visits} visits, ${sumOf(quote.total)}`
          : `Hold ${date(body.startTime)}, ${time(body.startTime)}`}
      </Button>
    </div>
  );
}

/** `12 visits, S$972.00,`; `1 visit` for a single one. */
function heldWords({ jobs = [] }: Job): string {
  return jobs.length > 1 ? `${jobs.length} visits, ${money(sumToPay(jobs))},` : '1 visit';
}
