import { useLocation } from 'react-router';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { signInPath } from '#platform/web/router/redirects.ts';
import styles from './booking.module.css';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import { draftOfPostal, draftWithHome } from './use-homes.ts';
import type { PlaceForm } from './use-place-form.ts';

const OTHER = 'other';

/** The address: a stored home, or a postal code with its area. */
export function PlaceFields({ flow, place }: { flow: Flow; place: PlaceForm }) {
  const { t } = useBookingText();
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
  const { t } = useBookingText();
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
  const { t } = useBookingText();
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
  const { t } = useBookingText();
  const { pathname, search } = useLocation();
  return (
    <p className={styles.hint}>
      {t('place.signInHint')}{' '}
      <TextLink href={signInPath('customer', pathname + search)}>{t('place.signIn')}</TextLink>
    </p>
  );
}
