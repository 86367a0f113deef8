import { useId } from 'react';
import { useJobSentence } from '#features/jobs/web/parts/sentence.ts';
import { needsBreak } from '#features/packages/rules/package.ts';
import { HOME_SIZES } from '#features/site/rules/home-offer.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioRows, RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { EmptyState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { HourTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PricesFailed } from './prices-failed.tsx';
import { hoursFor } from './sizes.ts';
import { useBookingText } from './text.ts';
import { type Flow, SERVICE } from './use-flow.ts';
import { type PlaceForm, usePlaceForm } from './use-place-form.ts';

/** Step 2: where home is, how big, how long we stay, and whose mop. */
export function HomeStep({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const id = useId();
  const { home, hours, pack } = flow.sizing;
  const place = usePlaceForm(flow, (given) =>
    flow.next({ ...given, home, hours, packageID: pack?.id ?? null }),
  );
  const isLoading = flow.homes.isPending && t('place.loading');
  return (
    <BookingFrame
      flow={flow}
      title={t('home.title')}
      action={
        pack && (
          <Button full type="submit" form={id} busy={isLoading || (place.form.sending && t('place.looking'))}>
            {t('home.go')}
          </Button>
        )
      }
    >
      <Offer id={id} flow={flow} place={place} />
    </BookingFrame>
  );
}

interface OfferProps {
  id: string;
  flow: Flow;
  place: PlaceForm;
}

function Offer({ id, flow, place }: OfferProps) {
  const { t } = useBookingText();
  const sentenceOf = useJobSentence();
  const { packages, sizing } = flow;
  if (packages.isPending) return <Skeleton words={t('home.loading')} lines={6} />;
  if (packages.isError) return <PricesFailed flow={flow} />;
  if (sizing.pack === null) {
    return (
      <EmptyState
        level={2}
        title={t('home.none')}
        spot="one-time"
        action={<ButtonLink href="/select-service">{t('home.noneAction')}</ButtonLink>}
      >
        {t('home.noneText')}
      </EmptyState>
    );
  }
  return (
    <form id={id} className={styles.fields} onSubmit={place.form.submit} noValidate>
      {place.form.problem && !place.area.isError && (
        <Notice kind="bad" live>
          {sentenceOf(place.form.problem)}
        </Notice>
      )}
      <PlaceFields flow={flow} place={place} />
      <Sizes flow={flow} />
    </form>
  );
}

function Sizes({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const { hours: hoursText } = useFormat();
  const { draft, change, sizing } = flow;
  const { home, offered, hours, pack } = sizing;
  const suits = hours === hoursFor(home, offered);
  return (
    <>
      <RadioTiles
        label={t('home.size')}
        even
        options={HOME_SIZES.map(({ key }) => ({ value: key, label: t(`home.sizes.${key}`) }))}
        value={home}
        onChange={(size) => change({ home: size, hours: null, packageID: null, endTime: null })}
      />
      <div className={styles.summary}>
        <RadioTiles
          label={t('home.hours')}
          even
          options={offered.map((count) => ({
            value: String(count),
            label: t('home.shortHours', { count }),
          }))}
          value={String(hours)}
          onChange={(count) => change({ hours: Number(count), packageID: null, endTime: null })}
        />
        {hours !== null && (
          <>
            <HourTiles service={SERVICE} hours={hours} size={34} label={hoursText(hours)} />
            <p className="k-muted k-small" aria-live="polite">
              {t(suits ? 'home.suits' : 'home.chosen', { hours: hoursText(hours) })}{' '}
              {needsBreak(hours) && t('home.break')}
            </p>
          </>
        )}
      </div>
      {pack && pack.suppliesCost > 0 && !pack.suppliesIncluded && (
        <Supplies bring={draft.supplies} cost={pack.suppliesCost} onChange={change} />
      )}
    </>
  );
}

interface SuppliesProps {
  bring: boolean;
  /** Cents, for the visit. */
  cost: number;
  onChange: (part: { supplies: boolean }) => void;
}

function Supplies({ bring, cost, onChange }: SuppliesProps) {
  const { t } = useBookingText();
  const { money } = useFormat();
  return (
    <RadioRows
      label={t('home.supplies')}
      options={[
        {
          value: 'bring',
          label: t('home.bring'),
          note: t('home.bringNote', { price: money(cost, { short: true }) }),
        },
        { value: 'have', label: t('home.have'), note: t('home.haveNote') },
      ]}
      value={bring ? 'bring' : 'have'}
      onChange={(answer) => onChange({ supplies: answer === 'bring' })}
    />
  );
}
