import { useEffect, useId, useRef, useState } from 'react';
import type { PackageReply } from '#features/catalogue/packages/contract.ts';
import { asksForSupplies, suppliesText } from '#features/catalogue/packages/rules/supplies.ts';
import { usualStartOf } from '#features/catalogue/packages/rules/usual-start.ts';
import { useBusiness } from '#features/catalogue/settings/web/parts/use-business.ts';
import { HOME_SIZES } from '#features/site/pages/rules/home-offer.ts';
import { sizeName } from '#features/site/pages/rules/size-name.ts';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { INTERVALS } from '#features/work/schedule/rules/recurrence.ts';
import { breakFor } from '#features/work/schedule/rules/visit-length.ts';
import { writtenLanguage } from '#languages/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioRows, RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { HourTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import {
  draftWithHours,
  draftWithPackage,
  draftWithSize,
  draftWithVisits,
  homeSizeOf,
  isBegun,
  USUAL_COUNT,
} from './draft.ts';
import { PlaceFields, type PlaceForm, usePlaceForm } from './place-fields.tsx';
import { hoursFor } from './sizing.ts';
import type { Flow } from './use-flow.ts';

/** Step 2: postal code, home size, duration and supplies. */
export function HomeStep({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
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
      <HomeForm id={id} flow={flow} place={place} supplies={supplies} />
    </BookingFrame>
  );
}

interface OfferProps {
  id: string;
  flow: Flow;
  place: PlaceForm;
  supplies: ReturnType<typeof useSuppliesQuestion>;
}

function HomeForm({ id, flow, place, supplies }: OfferProps) {
  const { t } = useText(bookingTexts);
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
      {flow.service.sizedBy === 'hours' ? <SizeFields flow={flow} /> : <FixedPackages flow={flow} />}
      {sizing.pack && <PackageWords pack={sizing.pack} />}
      {flow.service.recurs && <HowOften flow={flow} />}
      {supplies.asks && sizing.pack && <SuppliesField flow={flow} pack={sizing.pack} question={supplies} />}
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

function SizeFields({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
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
        onChange={(size) => change(draftWithSize(size))}
      />
      <div className="k-stack k-gap-10">
        <RadioTiles
          label={t('home.hours')}
          even
          options={offered.map((count) => ({
            value: String(count),
            label: t('home.shortHours', { count }),
          }))}
          value={String(hours)}
          onChange={(count) => change(draftWithHours(Number(count)))}
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

function SuppliesField({ flow: { draft, change }, pack, question }: SuppliesProps) {
  const { t, language } = useText(bookingTexts);
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
          { value: 'have', label: t('home.have'), note: suppliesText(pack, writtenLanguage(language)) },
        ]}
        value={draft.supplies === null ? null : answer}
        onChange={(chosen) => change({ supplies: chosen === 'bring' })}
        error={question.isMissing && t('home.suppliesMissing')}
      />
    </div>
  );
}

/** The office's description of the chosen package, and its usual start. */
function PackageWords({ pack }: { readonly pack: PackageReply }) {
  const { t, language } = useText(bookingTexts);
  const { timeOfDay } = useFormat();
  const start = usualStartOf(pack);
  const isTranslated = language === 'zh' && pack.descriptionZh !== '';
  const description = isTranslated ? pack.descriptionZh : pack.description;
  return (
    <>
      {description !== '' && <p className="k-small">{description}</p>}
      {start !== null && (
        <p className="k-muted k-small">{t('home.usualStart', { time: timeOfDay(start) })}</p>
      )}
    </>
  );
}

/** Says since when the input has been kept, with a button to start over. */
function KeptDraft({ flow: { draft, earlier, startOver } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { date, time } = useFormat();
  if (!isBegun(draft)) return null;
  const again = <TextButton onClick={startOver}>{t('kept.startOver')}</TextButton>;
  if (earlier === null) return <p className={styles.inset}>{again}</p>;
  const wire = new Date(earlier).toISOString();
  return (
    <div className={styles.inset}>
      <Notice kind="good" action={again}>
        {t('kept.earlier', { when: t('at', { day: date(wire), time: time(wire) }) })}
      </Notice>
    </div>
  );
}

/** Fixed-price packages: home type, crew, duration and price. */
function FixedPackages({ flow }: { flow: Flow }) {
  const { sizing, change } = flow;
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const { hours, money } = useFormat();
  const breakText = useBreakText();
  const { wholes, pack } = sizing;
  const crewOf = ({ numCleaners, hoursPerCleaner }: (typeof wholes)[number]) => {
    const length = hours(hoursPerCleaner);
    const crew = jobsText('crew', { count: numCleaners });
    return numCleaners === 1 ? length : jobsText('crewHours', { crew, hours: length });
  };
  // Two packages for the same type of home are distinguished by name.
  const isAmbiguous = new Set(wholes.map(({ category }) => category)).size < wholes.length;
  const brings = pack?.suppliesIncluded ? t('home.includes') : '';
  const rests = pack ? breakText({ hours: pack.hoursPerCleaner, pack }) : '';
  return (
    <div>
      {pack === null && <NoFixedPrice flow={flow} />}
      <RadioRows
        label={t('home.which')}
        options={wholes.map((one) => ({
          value: one.id,
          label: isAmbiguous || one.category === '' ? one.label : one.category,
          note: t('home.whole', { crew: crewOf(one), price: money(one.price, { short: true }) }),
        }))}
        value={pack?.id ?? null}
        onChange={(packageID) => change(draftWithPackage(packageID))}
      />
      <p className="k-muted k-small" aria-live="polite">
        {brings} {rests}
      </p>
    </div>
  );
}

/** No package fits this home: names the nearest one, and whom to ask. */
function NoFixedPrice({ flow: { draft, homes, sizing } }: { flow: Flow }) {
  const { t, language } = useText(bookingTexts);
  const { money } = useFormat();
  const { home, nearest } = sizing;
  const isNamed = draft.home !== null || homeSizeOf(homes.picked?.type ?? '') !== null;
  return (
    <div className={styles.inset}>
      <Notice kind="sun" live action={<TextLink href="/contact-us">{t('home.askUs')}</TextLink>}>
        {t('home.noPrice', { home: isNamed ? t(`home.names.${home}`) : t('home.names.this') })}{' '}
        {nearest && (
          <span>
            {t('home.nearest', {
              home: sizeName(nearest.category || nearest.label, writtenLanguage(language)),
              price: money(nearest.price, { short: true }),
            })}
          </span>
        )}
      </Notice>
    </div>
  );
}

/** Number of visits in a series: up to a year of weekly ones. */
const COUNTS = Array.from({ length: 51 }, (_, i) => i + 2);

/** One, two and three months of weekly visits. */
const USUAL_COUNTS: readonly number[] = [4, 8, 12];
const OTHER = 'other';
const WEEKS = { weekly: 1, fortnightly: 2, 'three-weekly': 3, 'four-weekly': 4, monthly: 4.35 } as const;

/** The interval, and whether the series goes on until the customer stops it, which needs a card that pays each visit. */
function HowOften({ flow: { draft, change } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { interval, count } = draft;
  const business = useBusiness();
  const paysAhead = business?.visitCharge === 'off';
  useEffect(() => {
    if (paysAhead && count === null) change(draftWithVisits({ count: USUAL_COUNT }));
  }, [paysAhead, count, change]);
  return (
    <div className={styles.often}>
      <RadioTiles
        label={t('often.label')}
        options={INTERVALS.map((one) => ({ value: one, label: t(`often.${one}`) }))}
        value={interval}
        onChange={(next) => change(draftWithVisits({ interval: next }))}
      />
      {!paysAhead && (
        <RadioTiles
          label={t('often.until')}
          options={[
            { value: 'endless', label: t('often.endless') },
            { value: 'some', label: t('often.someVisits') },
          ]}
          value={count === null ? 'endless' : 'some'}
          onChange={(next) => change(draftWithVisits({ count: next === 'endless' ? null : USUAL_COUNT }))}
        />
      )}
      {count === null ? (
        <p className="k-muted k-small">{t('often.endlessHint')}</p>
      ) : (
        <HowMany
          count={count}
          weeks={Math.round(count * WEEKS[interval])}
          paysAhead={paysAhead}
          onChange={(next) => change(draftWithVisits({ count: next }))}
        />
      )}
    </div>
  );
}

interface HowManyProps {
  count: number;
  weeks: number;
  paysAhead: boolean;
  onChange: (count: number) => void;
}

/** The usual numbers of visits as buttons, others in a list. */
function HowMany({ count, weeks, paysAhead, onChange }: HowManyProps) {
  const { t } = useText(bookingTexts);
  const [isOther, setOther] = useState(!USUAL_COUNTS.includes(count));
  const choose = (value: string) => {
    setOther(value === OTHER);
    if (value !== OTHER) onChange(Number(value));
  };
  return (
    <div className="k-stack k-gap-10">
      <RadioTiles
        label={t('often.count')}
        options={[
          ...USUAL_COUNTS.map((one) => ({ value: String(one), label: String(one) })),
          { value: OTHER, label: t('often.other') },
        ]}
        value={isOther ? OTHER : String(count)}
        onChange={choose}
      />
      {isOther && (
        <SelectField
          label={t('often.otherCount')}
          options={COUNTS.map((one) => ({ value: String(one), label: t('visits', { count: one }) }))}
          value={String(count)}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
      <p className="k-muted k-small">{t(paysAhead ? 'often.hint' : 'often.hintEach', { weeks })}</p>
    </div>
  );
}

interface Size {
  readonly hours: Hours;
  readonly pack: PackageReply | null;
}

/** Describes the break of a visit of this length, as it will be booked; empty without one. */
function useBreakText(): (size: Size) => string {
  const { t } = useText(bookingTexts);
  const { hours: hoursText } = useFormat();
  return ({ hours, pack }) => {
    const own = pack?.hoursPerCleaner === hours ? pack.breakHours : 0;
    const length = breakFor(hours, own);
    if (length === 0) return '';
    const isWhole = Number.isInteger(length);
    return t('home.break', {
      length: isWhole ? hoursText(length) : t('home.minutes', { count: length * 60 }),
    });
  };
}

/** The packages could not be loaded, so nothing can be priced or booked. */
function PricesFailed({ flow: { packages } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { t: jobsText } = useText(jobsTexts);
  const sentenceOf = useJobSentence();
  return (
    <ErrorState
      retryLabel={jobsText('tryAgain')}
      onRetry={() => packages.refetch()}
      retrying={packages.isFetching && jobsText('trying')}
    >
      {t('home.failed')} {packages.error && sentenceOf(packages.error)}
    </ErrorState>
  );
}

/** The same in a later step. */
export function StepWithoutPrices({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  return (
    <BookingFrame flow={flow} title={t(`step.${flow.step}`)} action={null}>
      <PricesFailed flow={flow} />
    </BookingFrame>
  );
}
