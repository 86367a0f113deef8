import { useId, useRef, useState } from 'react';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { asksForSupplies, suppliesText } from '#features/catalogue/packages/rules/supplies.ts';
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
import { useBreakText } from './use-break-text.ts';
import type { Flow } from './use-flow.ts';
import { type PlaceForm, usePlaceForm } from './use-place-form.ts';

/** Step 2: postal code, home size, duration and supplies. */
export function HomeStep({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const id = useId();
  const { service, sizing } = flow;
  const { home, hours, pack } = sizing;
  const supplies = useSuppliesQuestion(flow);
  const place = usePlaceForm(flow, (given) => {
    if (!supplies.isAnswered()) return;
    flow.next({
      ...given,
      hours,
      packageID: pack?.id ?? null,
      ...(service.sizedBy === 'hours' ? { home } : {}),
      // Supplies that are already included cannot be requested.
      ...(supplies.asks ? {} : { supplies: false }),
    });
  });
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
      <Offer id={id} flow={flow} place={place} supplies={supplies} />
    </BookingFrame>
  );
}

interface OfferProps {
  id: string;
  flow: Flow;
  place: PlaceForm;
  supplies: ReturnType<typeof useSuppliesQuestion>;
}

function Offer({ id, flow, place, supplies }: OfferProps) {
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
      {supplies.asks && sizing.pack && <Supplies flow={flow} pack={sizing.pack} question={supplies} />}
    </form>
  );
}

/** The question who brings supplies: it has no default, because a home without a vacuum cleaner learns it at the door. */
function useSuppliesQuestion({ draft, sizing: { pack } }: Flow) {
  const [isMissing, setMissing] = useState(false);
  const options = useRef<HTMLDivElement>(null);
  const asks = pack !== null && asksForSupplies(pack);
  return {
    asks,
    isMissing: isMissing && draft.supplies === null,
    options,
    /** Otherwise points out what is missing. */
    isAnswered: () => {
      if (!asks || draft.supplies !== null) return true;
      setMissing(true);
      options.current?.querySelector('input')?.focus();
      return false;
    },
  };
}

function Sizes({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const { hours: hoursText } = useFormat();
  const { change, sizing } = flow;
  const { home, offered, hours, pack } = sizing;
  const breakText = useBreakText();
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
              <span>{breakText({ hours, pack })}</span>
            </p>
          </>
        )}
      </div>
    </>
  );
}

interface SuppliesProps {
  readonly flow: Flow;
  readonly pack: PackageReply;
  readonly question: ReturnType<typeof useSuppliesQuestion>;
}

function Supplies({ flow: { draft, change }, pack, question }: SuppliesProps) {
  const { t, language } = useBookingText();
  const { money } = useFormat();
  const answer = draft.supplies ? 'bring' : 'have';
  return (
    <div ref={question.options}>
      <RadioRows
        label={t('home.supplies')}
        options={[
          {
            value: 'bring',
            label: t('home.bring'),
            note: t('home.bringNote', { price: money(pack.suppliesCost, { short: true }) }),
          },
          { value: 'have', label: t('home.have'), note: suppliesText(pack, language) },
        ]}
        value={draft.supplies === null ? null : answer}
        onChange={(chosen) => change({ supplies: chosen === 'bring' })}
        error={question.isMissing && t('home.suppliesMissing')}
      />
    </div>
  );
}
