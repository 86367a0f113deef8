import type { ReactNode } from 'react';
import { useJobsText } from '#features/jobs/web/parts/text.ts';
import { PriceLayout } from '#platform/web/design/booking/price-layout.tsx';
import { CheckoutStep } from '#platform/web/design/parts/checkout-step.tsx';
import { BackLink, Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { StepTiles } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './booking.module.css';
import { BookingPrice } from './booking-price.tsx';
import { priceBefore } from './draft.ts';
import { placeOfStep, STEP_COUNT, stepBefore, stepPath } from './steps.ts';
import { useBookingText } from './text.ts';
import { type Flow, SERVICE } from './use-flow.ts';

/** px of a step's tile: seven of them and their words share a phone's line. */
const STEP_TILE = 22;

interface Props {
  flow: Flow;
  title: string;
  /** Makes the heading a new one where a step has several screens. */
  screen?: string | undefined;
  /** Beside the heading: how long the time is held. */
  beside?: ReactNode | undefined;
  /** The price, where the held booking's is known; else the quote's. */
  panel?: ReactNode | undefined;
  total?: string | undefined;
  action: ReactNode;
  footnote?: ReactNode | undefined;
  children: ReactNode;
}

/** A step: the way back, where one is, its heading, and the price always in view. */
export function BookingFrame(props: Props) {
  const { flow, title, screen, beside, action, footnote, children } = props;
  const { t } = useBookingText();
  const { t: jobsText } = useJobsText();
  const { money } = useFormat();
  const back = stepBefore(flow.step, flow.draft);
  const known = flow.quote.data && flow.sizing.pack ? money(flow.quote.data.total) : '…';
  const panel = props.panel ?? (flow.quote.data && flow.sizing.pack ? <BookingPrice flow={flow} /> : null);
  return (
    <div className={styles.page}>
      <PriceLayout
        panel={panel}
        dock={{
          ...useDock(flow),
          total: props.total ?? known,
          openLabel: t('showPrice'),
          sheetTitle: jobsText('price.title'),
          closeLabel: jobsText('close'),
        }}
        action={action}
        footnote={footnote}
      >
        <CheckoutStep>
          <StepTiles
            done={placeOfStep(flow.step) - 1}
            current
            of={STEP_COUNT}
            size={STEP_TILE}
            label={t('step.of', {
              place: placeOfStep(flow.step),
              count: STEP_COUNT,
              name: t(`step.doing.${flow.step}`),
            })}
          />
        </CheckoutStep>
        <BackLink href={back === null ? '/select-service' : stepPath(back)}>
          {t(back === null ? 'step.service' : `step.${back}`)}
        </BackLink>
        <div className={styles.heading}>
          <PageTitle key={screen} tab={title}>
            {title}
          </PageTitle>
          {beside}
        </div>
        {props.panel === undefined && <ChangedPrice flow={flow} />}
        {children}
      </PriceLayout>
    </div>
  );
}

/** On a phone the panel is folded away: another price than before is said in the step too. */
function ChangedPrice({ flow: { draft, quote } }: { flow: Flow }) {
  const { t } = useJobsText();
  const { money } = useFormat();
  if (quote.data === undefined || quote.isPlaceholderData) return null;
  const before = priceBefore(draft, quote.data.total);
  if (before === null) return null;
  return (
    <div className={styles.inline}>
      <Notice kind="sun" live>
        {t('price.changed', { before: money(before), now: money(quote.data.total) })}
      </Notice>
    </div>
  );
}

/** The dock's words: when, once that is known, and what. */
function useDock({ draft, sizing, quote }: Flow) {
  const { t: jobsText } = useJobsText();
  const { t } = useBookingText();
  const { hours, date, time } = useFormat();
  const service = jobsText(`service.${SERVICE}`);
  const length = sizing.hours === null ? '' : hours(sizing.hours);
  const what = length === '' ? service : jobsText('what', { service, hours: length });
  const crew = jobsText('crew', { count: quote.data?.numCleaners ?? 1 });
  if (draft.startTime === null) {
    return { title: what, note: t('next', { step: t('step.doing.time') }) };
  }
  return {
    title: t('at', { day: date(draft.startTime), time: time(draft.startTime) }),
    note: t('lengthAndCrew', { length, crew }),
  };
}
