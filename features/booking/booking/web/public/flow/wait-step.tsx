import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useJobSentence } from '#features/work/jobs/web/parts/sentence.ts';
import { DAY_PARTS } from '#features/work/waiting-list/rules/offer.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { joinWaitingList } from './calls.ts';
import { type Draft, draftWithTime } from './draft.ts';
import { storeAddress } from './hold-time.ts';
import type { OtherTime } from './slot-gone-notice.tsx';
import { stepPath } from './steps.ts';
import { forgetDraft } from './use-draft.ts';
import type { Flow } from './use-flow.ts';
import { longDay } from './use-time-choice.ts';

type Wait = NonNullable<Draft['waitFor']>;

/** The last step for a full day: joins its waiting list instead of paying. */
export function WaitStep({ flow }: { flow: Flow }) {
  return flow.draft.waitFor && <WaitFor flow={flow} wait={flow.draft.waitFor} />;
}

function WaitFor({ flow, wait }: { flow: Flow; wait: Wait }) {
  const { t, language } = useText(bookingTexts);
  const join = useJoin(flow, wait);
  const parts = DAY_PARTS.map((part) => ({ value: part, label: t(`wait.parts.${part}`) }));
  return (
    <BookingFrame
      flow={flow}
      title={t('wait.title', { day: longDay(wait.date, language) })}
      action={
        <Button full busy={join.isPending && t('wait.joining')} onClick={() => join.mutate()}>
          {t('wait.go')}
        </Button>
      }
    >
      <div className={styles.fields}>
        <p>{t('wait.text')}</p>
        <RadioTiles
          label={t('wait.part')}
          even
          options={parts}
          value={wait.part}
          onChange={(part) => flow.change({ waitFor: { ...wait, part } })}
        />
        <div role="alert">{join.error && <NotJoined flow={flow} error={join.error} />}</div>
      </div>
    </BookingFrame>
  );
}

/** Stores the home, joins, and shows the customer's bookings, which list what they wait for. */
function useJoin({ draft, sizing, service, change }: Flow, { date, part }: Wait) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const addressID = await storeAddress(draft, sizing.homeType);
      change({ addressID });
      return callApi(joinWaitingList, {
        body: {
          packageID: sizing.pack?.id ?? '',
          addressID,
          date,
          part,
          ...(sizing.hours !== null && { hours: sizing.hours }),
          ...(draft.numCleaners !== null && { numCleaners: draft.numCleaners }),
          requireCleaningSupplies: draft.supplies ?? false,
          specialRequests: draft.specialRequests,
          contactDetails: draft.contactDetails,
        },
      });
    },
    onSuccess: () => {
      forgetDraft(service.type);
      void navigate('/dashboard/bookings');
    },
  });
}

/** Why the customer was not added, and what to do instead: choose one of the free times, or another day. */
function NotJoined({ flow, error }: { flow: Flow; error: Error }) {
  const { t } = useText(bookingTexts);
  const { time } = useFormat();
  const sentenceOf = useJobSentence();
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'day_not_full') {
    return (
      <section className={`k-stack k-gap-12 ${styles.gone}`}>
        <p>
          <b>{t('wait.notFull')}</b>
        </p>
        <div>
          {slotsOf(error).map((slot) => (
            <Button
              key={slot.startTime}
              kind="quiet"
              size="small"
              onClick={() => flow.next(draftWithTime(slot))}
            >
              {t('wait.take', { time: time(slot.startTime) })}
            </Button>
          ))}
        </div>
      </section>
    );
  }
  const known = { already_booked: t('wait.already'), too_many_entries: t('wait.tooMany') };
  const sentence = Object.entries(known).find(([name]) => name === code)?.[1];
  return (
    <Notice kind="bad" action={<OtherWayLink flow={flow} isKnown={sentence !== undefined} />}>
      {sentence ?? `${t('wait.failed')} ${sentenceOf(error)}`}
    </Notice>
  );
}

function OtherWayLink({ flow, isKnown }: { flow: Flow; isKnown: boolean }) {
  const { t } = useText(bookingTexts);
  return (
    <ButtonLink
      kind="quiet"
      size="small"
      href={isKnown ? '/dashboard/bookings' : stepPath(flow.service, 'time')}
    >
      {t(isKnown ? 'wait.toBookings' : 'wait.otherDay')}
    </ButtonLink>
  );
}

/** The free times in the refusal. */
function slotsOf(error: Error): readonly OtherTime[] {
  const slots = error instanceof ApiError ? error.extensions.slots : undefined;
  return Array.isArray(slots) ? slots : [];
}
