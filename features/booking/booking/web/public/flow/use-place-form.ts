import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import type { Draft } from './draft.ts';
import { useBookingText } from './text.ts';
import { areaQuery, useArea } from './use-area.ts';
import type { Flow } from './use-flow.ts';
import { draftOfPicked, draftOfPostal } from './use-homes.ts';

export type PlaceForm = ReturnType<typeof usePlaceForm>;

/** The address form of the first step. A postal code that does not exist cannot be submitted. */
export function usePlaceForm(flow: Flow, goOn: (place: Partial<Draft>) => void) {
  const { t } = useBookingText();
  const client = useQueryClient();
  const { draft, homes } = flow;
  const { picked } = homes;
  // A ref, because the validation is created before the area of the form's value is looked up.
  const isUnknown = useRef(false);
  const form = useForm({
    initial: { postal: draft.addressID === null ? draft.postal : '' },
    check: ({ postal }) => {
      if (picked !== undefined) return {};
      if (!POSTAL_CODE.test(postal)) return { postal: t('place.postalWrong') };
      return { postal: isUnknown.current && t('place.unknown') };
    },
    send: async ({ postal }) => {
      if (picked !== undefined) return goOn(draftOfPicked(draft, picked));
      // The lookup may be pending if the form is submitted right after typing.
      const areas = await client.fetchQuery(areaQuery(postal));
      if (areas.length === 0) throw wrongPostal(t('place.unknown'));
      goOn(draftOfPostal(draft, postal));
    },
  });
  const area = useArea(form.values.postal);
  useEffect(() => {
    isUnknown.current = area.isUnknown;
  });
  return { form, area, isWhole: POSTAL_CODE.test(form.values.postal) };
}

/** Shaped like the server's refusal, so that the form shows it beside its field. */
function wrongPostal(message: string): ApiError {
  const errors = [{ path: 'postal', message }];
  return new ApiError({ status: 422, code: 'invalid', title: message, detail: message, errors });
}
