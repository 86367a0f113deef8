import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { signInPath } from '#platform/web/router/redirects.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { findAreas } from './calls.ts';
import { type Draft, draftOfPicked, draftOfPostal, draftWithHome } from './draft.ts';
import type { Flow } from './use-flow.ts';

const OTHER = 'other';

/** The address: a stored home, or a postal code with its area. */
export function PlaceFields({ flow, place }: { flow: Flow; place: PlaceForm }) {
  const { t } = useText(bookingTexts);
  const { homes, isCustomer } = flow;
  if (homes.isPending) return <Skeleton words={t('place.loading')} lines={2} />;
  return (
    <>
      {homes.isError && <Notice kind="bad">{t('place.failed')}</Notice>}
      {homes.items.length > 0 && <StoredHomes flow={flow} place={place} />}
      {homes.picked === undefined && <PostalField flow={flow} place={place} />}
      {!isCustomer && <SignInHint />}
    </>
  );
}

function StoredHomes({ flow: { homes, change }, place }: { flow: Flow; place: PlaceForm }) {
  const { t } = useText(bookingTexts);
  return (
    <RadioRows
      label={t('place.saved')}
      options={[
        ...homes.items.map((home) => ({
          value: home.id,
          label: home.addressLine1,
          note: [home.addressLine2, home.postal].filter(Boolean).join(', '),
        })),
        { value: OTHER, label: t('place.other') },
      ]}
      value={homes.picked?.id ?? OTHER}
      onChange={(id) => {
        const home = homes.items.find((one) => one.id === id);
        place.form.set({ postal: '' });
        change(home ? draftWithHome(home) : { ...noPlace, otherAddress: true });
      }}
    />
  );
}

const noPlace = {
  addressID: null,
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
} as const;

function PostalField({ flow: { draft, change }, place }: { flow: Flow; place: PlaceForm }) {
  const { t } = useText(bookingTexts);
  const { form, area, isWhole } = place;
  const postal = form.text('postal');
  const looked = area.isLooking ? t('place.looking') : area.name;
  const problem = (area.isUnknown && t('place.unknown')) || (area.isError && t('place.lookupFailed'));
  return (
    <TextField
      label={t('place.postal')}
      code
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={20}
      required
      {...postal}
      onChange={(event) => {
        const digits = plainNumber(event.target.value)
          .replace(/[.,].*|\D/g, '')
          .slice(0, 6);
        form.set({ postal: digits });
        // Saved at once, so that a reload loses nothing.
        change(draftOfPostal(draft, digits));
      }}
      hint={(isWhole && looked) || t('place.postalHint')}
      saved={area.name !== null}
      error={postal.error ?? (problem || undefined)}
    />
  );
}

function SignInHint() {
  const { t } = useText(bookingTexts);
  const { pathname, search } = useLocation();
  return (
    <p className={styles.hint}>
      {t('place.signInHint')}{' '}
      <TextLink href={signInPath('customer', pathname + search)}>{t('place.signIn')}</TextLink>
    </p>
  );
}

export type PlaceForm = ReturnType<typeof usePlaceForm>;

/** The address form of the first step. A postal code that does not exist cannot be submitted. */
export function usePlaceForm(flow: Flow, goOn: (place: Partial<Draft>) => void) {
  const { t } = useText(bookingTexts);
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

/** Areas do not change during a booking. */
const AREA_FRESH = Number.POSITIVE_INFINITY;

/** Looks up the area of a postal code; cached by the page. */
function areaQuery(postal: string) {
  return { ...queryOf(findAreas, { query: { postal } }), staleTime: AREA_FRESH };
}

interface Area {
  /** "Balestier, Toa Payoh"; null until known. */
  readonly name: string | null;
  readonly isLooking: boolean;
  /** The postal code does not exist. */
  readonly isUnknown: boolean;
  readonly isError: boolean;
}

/** The area of a postal code, once it is complete. */
export function useArea(postal: string): Area {
  const isWhole = POSTAL_CODE.test(postal);
  const areas = useQuery({ ...areaQuery(postal), enabled: isWhole });
  return {
    name: (isWhole && areas.data?.[0]?.name) || null,
    isLooking: isWhole && areas.isFetching,
    isUnknown: isWhole && areas.data?.length === 0,
    isError: isWhole && areas.isError,
  };
}
