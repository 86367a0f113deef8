import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendPaymentLink } from '#features/booking/checkout/contract.ts';
import { drop, resend } from '#features/messages/messages/contract.ts';
import {
  acceptTimeOffRequest,
  declineTimeOffRequest,
} from '#features/work/cover/contract/time-off-requests.ts';
import { getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { crewAt } from '#features/work/jobs/web/office/crew-plan.ts';
import { offerRenewals } from '#features/work/series/contract.ts';
import { resolveRefused } from '#features/work/visits/contract/visit-day.ts';
import { confirmTookPlace } from '#features/work/visits/contract.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf, sendCall } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { NeedRow } from '../../contract/needs.ts';
import { type Overview, officeCounts, putOffNeeds, readOverview } from '../../contract.ts';
import { keyOfNeed } from '../../rules/need-key.ts';
import { type NeedCall, NOT_OFFERED_WORDS } from './need-view.ts';

const STALE = [readOverview, officeCounts, listJobs, getJob];

/** Runs the call of a row. A need that it ends disappears at once; one that a colleague has ended, with the reply. */
export function useNeedAction(need: NeedRow) {
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const press = async (does: NeedCall) => {
    if (busy) return;
    setBusy(true);
    try {
      const { text, isOver } = await run(need, does);
      toast.show({ text });
      if (isOver) {
        client.setQueriesData<Overview>({ queryKey: keyOf(readOverview) }, (page) =>
          page === undefined
            ? page
            : { ...page, needs: page.needs.filter((one) => keyOfNeed(one) !== keyOfNeed(need)) },
        );
      }
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NotOffered)) throw error;
      toast.fail({ text: error.message });
    } finally {
      setBusy(false);
      await Promise.all(STALE.map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
    }
  };
  return { press, busy };
}

/** Hides a row from oneself until a later hour of the day, with Undo. */
export function usePutOff(need: NeedRow) {
  const client = useQueryClient();
  const toast = useToast();
  const body = {
    kind: need.kind,
    id: need.id,
    ...(need.kind === 'lost-work' && { cleanerID: need.cleaner.id }),
  };
  const send = async (until: string | null) => {
    try {
      await sendCall(putOffNeeds, { body: { ...body, until } });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.fail({ text: error.message });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: keyOf(readOverview) });
    }
  };
  return async (until: string, time: string) => {
    if (!(await send(until))) return;
    toast.show({ text: t('Shown again at {{time}}.', { time }), undo: () => void send(null) });
  };
}

class NotOffered extends Error {}

interface Ran {
  readonly text: string;
  /** Nothing is left to do. */
  readonly isOver: boolean;
}

async function run(need: NeedRow, does: NeedCall): Promise<Ran> {
  const params = { id: need.id };
  if (need.kind === 'not-finished' || need.kind === 'said-no') {
    await sendCall(confirmTookPlace, { params, body: {} });
    return {
      text: t('{{fullname}}’s visit took place as planned.', { fullname: need.visit.customer.fullname }),
      isOver: true,
    };
  }
  if (need.kind === 'time-off') {
    const { cleaner, visits } = need;
    if (does === 'decline-time-off') {
      await sendCall(declineTimeOffRequest, { params, body: {} });
      return {
        text: t('Declined. {{fullname}} is told by SMS.', { fullname: cleaner.fullname }),
        isOver: true,
      };
    }
    await sendCall(acceptTimeOffRequest, { params, body: { visits } });
    const toCover = visits === 0 ? '' : t(' The visits in that time now lack crew.');
    return {
      text: t('{{fullname}} has time off, and is told by SMS.{{toCover}}', {
        fullname: cleaner.fullname,
        toCover,
      }),
      isOver: true,
    };
  }
  if (need.kind === 'lost-work') {
    await sendCall(resolveRefused, { params, body: { cleanerID: need.cleaner.id } });
    return { text: t('Marked as done.'), isOver: true };
  }
  if (need.kind === 'series-ending') {
    const { failed } = await sendCall(offerRenewals, { body: { seriesIDs: [need.id] } });
    const [problem] = failed;
    const { fullname } = need.visit.customer;
    if (problem === undefined)
      return { text: t('{{fullname}} has the offer by e-mail.', { fullname }), isOver: false };
    throw new NotOffered(`${fullname}: ${NOT_OFFERED_WORDS[problem.reason]}`);
  }
  if (need.kind === 'no-crew' && need.suggestion !== null) {
    const { suggestion, visit, position } = need;
    await sendCall(updateJob, { params, body: crewAt(position - 1, suggestion.id) });
    return {
      text: t('{{fullname}} is assigned to {{fullname2}}’s visit.', {
        fullname: suggestion.fullname,
        fullname2: visit.customer.fullname,
      }),
      isOver: true,
    };
  }
  if (need.kind === 'undelivered') {
    if (does === 'drop') {
      await sendCall(drop, { params, body: {} });
      return { text: t('{{title}} is dropped. It is not sent.', { title: need.title }), isOver: true };
    }
    await sendCall(resend, { params, body: {} });
    return {
      text: t('{{title}} is sent again to {{to}}.', { title: need.title, to: need.to }),
      isOver: true,
    };
  }
  if (need.kind === 'unpaid') {
    await sendCall(sendPaymentLink, { params, body: {} });
    return {
      text: t('{{fullname}} has the payment link by SMS and e-mail.', {
        fullname: need.visit.customer.fullname,
      }),
      isOver: false,
    };
  }
  throw new Error(`Unhandled action of ${need.kind}`);
}
