import { useId } from 'react';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { needsBreak } from '#features/catalogue/packages/rules/package.ts';
import { HOME_SIZES } from '#features/site/pages/rules/home-offer.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioRows, RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { EmptyState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { HourTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { RESIZED } from './draft.ts';
import { FixedPackages } from './fixed-packages.tsx';
import { HowOften } from './how-often.tsx';
import { PackageWords } from './package-words.tsx';
import { PlaceFields } from './place-fields.tsx';
import { PricesFailed } from './prices-failed.tsx';
import { KeptDraft } from './saved-draft.tsx';
import { hoursFor } from './sizes.ts';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import { type PlaceForm, usePlaceForm } from './use-place-form.ts';

/** Step 2: postal code, home size, duration and supplies. */
export function HomeStep({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const id = useId();
  const { service, sizing } = flow;
  const { home, hours, pack } = sizing;
  const place = usePlaceForm(flow, (given) =>
    flow.next({
      ...given,
      hours,
      packageID: pack?.id ?? null,
      ...(service.sizedBy === 'hours' ? { home } : {}),
      // Supplies that are already included cannot be requested.
      ...(asksForSupplies(pack) ? {} : { supplies: false }),
    }),
  );
  const isLoading = flow.homes.isPending && t('place.loading');
  return (
    <BookingFrame
      flow={flow}
      title={t(service.sizedBy === 'hours' ? 'home.title' : 'home.titleWhole')}
      action={
        sizing.wholes.length > 0 && (
          <Button
            full
            type="submit"
            form={id}
            busy={isLoading || (place.form.sending && t('place.looking'))}
            disabledReason={pack === null && t('home.chooseFirst')}
          >
            {t('home.go')}
          </Button>
        )
      }
    >
      <KeptDraft flow={flow} />
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
  if (sizing.wholes.length === 0) {
    return (
      <EmptyState
        level={2}
        title={t('home.none')}
        spot={flow.service.type}
        action={<ButtonLink href="/select-service">{t('home.noneAction')}</ButtonLink>}
      >
        {t('home.noneText')}
      </EmptyState>
    );
  }
  return (
    <form id={id} className={styles.fields} onSubmit={place.form.submit} noValidate>
      <SubmitProblem problem={place.area.isError ? null : place.form.problem} sentenceOf={sentenceOf} />
      <PlaceFields flow={flow} place={place} />
      {flow.service.sizedBy === 'hours' ? <Sizes flow={flow} /> : <FixedPackages flow={flow} />}
      {sizing.pack && <PackageWords pack={sizing.pack} />}
      {flow.service.recurs && <HowOften flow={flow} />}
      {asksForSupplies(sizing.pack) && (
        <Supplies bring={flow.draft.supplies} pack={sizing.pack} onChange={flow.change} />
      )}
    </form>
  );
}

/** Supplies can be requested if they are not included. */
function asksForSupplies(pack: PackageReply | null): pack is PackageReply {
  return pack !== null && pack.suppliesCost > 0 && !pack.suppliesIncluded;
}

function Sizes({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const { hours: hoursText } = useFormat();
  const { change, sizing } = flow;
  const { home, offered, hours } = sizing;
  const suits = hours === hoursFor(home, offered);
  return (
    <>
      <RadioTiles
        label={t('home.size')}
        even
        options={HOME_SIZES.map(({ key }) => ({ value: key, label: t(`home.sizes.${key}`) }))}
        value={home}
        onChange={(size) => change({ ...RESIZED, home: size, hours: null, numCleaners: null })}
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
          onChange={(count) => change({ ...RESIZED, hours: Number(count) })}
        />
        {hours !== null && (
          <>
            <HourTiles service={flow.service.type} hours={hours} size={34} label={hoursText(hours)} />
            <p className="k-muted k-small" aria-live="polite">
              {t(suits ? 'home.suits' : 'home.chosen', { hours: hoursText(hours) })}{' '}
              {needsBreak(hours) && <span>{t('home.break')}</span>}
            </p>
          </>
        )}
      </div>
    </>
  );
}

interface SuppliesProps {
  bring: boolean;
  pack: Pick<PackageReply, 'suppliesCost' | 'suppliesToBePrepared'>;
  onChange: (part: { supplies: boolean }) => void;
}

function Supplies({ bring, pack, onChange }: SuppliesProps) {
  const { t } = useBookingText();
  const { money } = useFormat();
  return (
    <RadioRows
      label={t('home.supplies')}
      options={[
        {
          value: 'bring',
          label: t('home.bring'),
          note: t('home.bringNote', { price: money(pack.suppliesCost, { short: true }) }),
        },
        { value: 'have', label: t('home.have'), note: pack.suppliesToBePrepared },
      ]}
      value={bring ? 'bring' : 'have'}
      onChange={(answer) => onChange({ supplies: answer === 'bring' })}
    />
  );
}
