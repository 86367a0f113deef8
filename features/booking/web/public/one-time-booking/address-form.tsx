import { useQuery } from '@tanstack/react-query';
import { findAreas } from '#features/places/contract.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import styles from './booking.module.css';
import { emptyDraft } from './draft.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';

/** Areas do not move while somebody books. */
const AREA_FRESH = Number.POSITIVE_INFINITY;

/** An address as people write it here: postal code, block and street, unit. */
export function AddressForm({ id, flow }: { id: string; flow: Flow }) {
  const { t } = useBookingText();
  const { draft, change, sizing } = flow;
  const isLanded = sizing.home === 'landed';
  const { postal: typed, addressLine1, addressLine2 } = draft.addressID === null ? draft : emptyDraft;
  const form = useForm({
    initial: { postal: typed, addressLine1, addressLine2 },
    check: (given) => ({
      ...(!POSTAL_CODE.test(given.postal) && { postal: t('address.postalWrong') }),
      ...(POSTAL_CODE.test(given.postal) && area.isUnknown && { postal: t('address.postalUnknown') }),
      ...(given.addressLine1.trim() === '' && { addressLine1: t('address.line1Missing') }),
      ...(given.addressLine2.trim() === '' && !isLanded && { addressLine2: t('address.unitMissing') }),
    }),
    send: async (given) => {
      const lines = { addressLine1: given.addressLine1.trim(), addressLine2: given.addressLine2.trim() };
      flow.next({ addressID: null, postal: given.postal, ...lines });
    },
  });
  const area = useArea(form.values.postal);
  const postal = form.text('postal');
  return (
    <form id={id} className={styles.fields} onSubmit={form.submit} noValidate>
      <TextField
        label={t('address.postal')}
        code
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={6}
        required
        {...postal}
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, '').slice(0, 6);
          form.set({ postal: digits });
          // The time is checked against the place as soon as the place is known.
          if (POSTAL_CODE.test(digits)) change({ postal: digits, addressID: null });
        }}
        hint={area.hint ?? t('address.postalHint')}
        saved={area.isKnown}
        error={postal.error ?? area.error}
      />
      <TextField
        label={t('address.line1')}
        autoComplete="address-line1"
        placeholder={t('address.line1Example')}
        maxLength={200}
        required
        {...form.text('addressLine1')}
      />
      <TextField
        label={t('address.unit')}
        aside={isLanded ? t('address.optional') : undefined}
        autoComplete="address-line2"
        placeholder={t('address.unitExample')}
        maxLength={200}
        required={!isLanded}
        {...form.text('addressLine2')}
      />
    </form>
  );
}

/** What a postal code says: its area, or that there is none. */
function useArea(postal: string) {
  const { t } = useBookingText();
  const isWhole = POSTAL_CODE.test(postal);
  const areas = useQuery({
    ...queryOf(findAreas, { query: { postal } }),
    enabled: isWhole,
    staleTime: AREA_FRESH,
  });
  const [found] = areas.data ?? [];
  const isUnknown = areas.data?.length === 0;
  const looked = areas.isFetching ? t('address.looking') : found?.name;
  return {
    isKnown: found !== undefined,
    isUnknown,
    hint: isWhole ? looked : undefined,
    error: isWhole ? errorOf({ isUnknown, isError: areas.isError }) : undefined,
  };
  function errorOf(state: { isUnknown: boolean; isError: boolean }) {
    if (state.isUnknown) return t('address.postalUnknown');
    return state.isError ? t('address.postalFailed') : undefined;
  }
}
