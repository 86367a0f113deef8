import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs';
import { useState } from 'react';
import { fileNameOf } from '#features/catalogue/settings/rules/brand-name.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { jobsTexts } from '#features/work/jobs/web/parts/texts.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { siteName } from '#platform/web/site-name.ts';
import { checkoutTexts } from '../parts/texts.ts';
import styles from './success.module.css';

interface Props {
  /** Of one booking, by date. */
  readonly visits: readonly [Job, ...Job[]];
  readonly place: string;
}

/** Adds the visits to the user's calendar, and shares a line about them. */
export function CalendarAndShare({ visits, place }: Props) {
  const [word, say] = useState('');
  return (
    <div>
      <div className="k-pair">
        <CalendarButton visits={visits} place={place} say={say} />
        <ShareButton visits={visits} place={place} say={say} />
      </div>
      <p role="status" className={styles.word}>
        {word}
      </p>
    </div>
  );
}

type Saying = Props & {
  /** Shows the result. */
  readonly say: (word: string) => void;
};

function CalendarButton({ visits, place, say }: Saying) {
  const { t } = useText(checkoutTexts);
  const { t: jobsText } = useText(jobsTexts);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { calendarFile } = await import('./calendar-file.ts');
      const events = visits.map(({ id, startTime, endTime, jobType }) => ({
        id,
        startTime,
        endTime,
        summary: t('done.event', { service: jobsText(`service.${jobType}`) }),
        location: place,
        url: bookingUrl(id),
      }));
      saveFile(calendarFile(t('done.calendarName'), events), `${fileNameOf(siteName())}.ics`);
    } catch {
      // The code that creates the file is loaded on demand, which can fail.
      say(t('done.calendarFailed'));
    }
    setBusy(false);
  };
  return (
    <Button
      kind="quiet"
      full
      icon={IconCalendarPlus}
      busy={busy && t('done.calendar')}
      onClick={() => void save()}
    >
      {t('done.calendar')}
    </Button>
  );
}

function ShareButton({ visits: [first], place, say }: Saying) {
  const { t } = useText(checkoutTexts);
  const { date, timeRange } = useFormat();
  const when = t('done.at', {
    day: date(first.startTime),
    time: timeRange(first.startTime, first.endTime),
  });
  const text = t('done.shareText', { when, place });
  const share = async () => {
    try {
      // The shared text has time and address; the booking page is for the customer only.
      if (navigator.share) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      say(t('done.copied'));
    } catch (problem) {
      const isDismissed = problem instanceof DOMException && problem.name === 'AbortError';
      if (!isDismissed) say(t('done.shareFailed'));
    }
  };
  return (
    <Button kind="quiet" full icon={IconShare2} onClick={() => void share()}>
      {t('done.share')}
    </Button>
  );
}

function bookingUrl(id: string): string {
  return new URL(`/dashboard/bookings/${id}`, window.location.origin).href;
}
