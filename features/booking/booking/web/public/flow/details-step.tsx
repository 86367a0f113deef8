import { useQuery } from '@tanstack/react-query';
import { HOME_LANGUAGES } from '#features/people/customers/rules/homes.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import {
  addWishes,
  joinRequests,
  MAX_REQUESTS,
  MAX_WISHES,
  splitRequests,
  WISHES,
  type WishID,
} from '#features/work/jobs/rules/wishes.ts';
import { HomeNeeds } from '#features/work/jobs/web/parts/customer/home-needs.tsx';
import { writtenLanguage } from '#languages/index.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { listJobs } from './calls.ts';
import { type Draft, draftWithTime, type Gender } from './draft.ts';
import { SlotGoneNotice } from './slot-gone-notice.tsx';
import type { Flow } from './use-flow.ts';
import { useChosenTime } from './use-times.ts';

const GENDERS: readonly Gender[] = ['', 'female', 'male'];
/** As in the contract. */
const MAX_ACCESS = 300;

/** Step 5: access and notes for the cleaner. All optional. */
export function DetailsStep({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const time = useChosenTime(flow);
  return (
    <BookingFrame
      flow={flow}
      title={t('details.title')}
      action={
        <Button
          full
          disabledReason={time.state === 'gone' && t('time.pickFirst')}
          onClick={() => flow.next({ detailsSeen: true })}
        >
          {t(goingTo(flow))}
        </Button>
      }
    >
      {time.state === 'gone' && (
        <SlotGoneNotice
          service={flow.service}
          startTime={flow.draft.startTime ?? ''}
          alternatives={time.alternatives}
          onChoose={(other) => flow.change(draftWithTime(other))}
        />
      )}
      {flow.sizing.pack && (
        <div className={styles.inset}>
          <HomeNeeds
            text={flow.sizing.pack}
            weBring={flow.sizing.pack.suppliesIncluded || flow.draft.supplies === true}
          />
        </div>
      )}
      <Preferences flow={flow} />
    </BookingFrame>
  );
}

function goingTo({ isCustomer, draft }: Flow) {
  if (!isCustomer) return 'details.go';
  return draft.waitFor === null ? 'details.goPay' : 'details.goWait';
}

interface WishesProps {
  /** Of the last booking for this home. */
  readonly before: readonly WishID[];
  /** As stored: the phrases first. */
  readonly requests: string;
  readonly onChange: (requests: string) => void;
}

/** Phrases to tap, which the cleaner reads in both languages, and free text, which is not translated. */
function Wishes({ before, requests, onChange }: WishesProps) {
  const { t, language } = useText(bookingTexts);
  const { wishes, text } = splitRequests(requests);
  const adding = (ids: readonly WishID[]) => addWishes({ wishes, text }, ids);
  const canAdd = (id: WishID) => adding([id]).wishes.length > wishes.length;
  const toggle = (id: WishID) =>
    onChange(
      joinRequests(wishes.includes(id) ? { wishes: wishes.filter((one) => one !== id), text } : adding([id])),
    );
  const again = adding(before);
  const added = again.wishes.length - wishes.length;
  return (
    <>
      <fieldset className={styles.wishes}>
        <legend>{t('details.wishes')}</legend>
        <p className="k-muted k-small">{t('details.wishesHint', { count: MAX_WISHES })}</p>
        {added > 0 && (
          <TextButton onClick={() => onChange(joinRequests(again))}>
            {t('details.wishesAgain', { count: added })}
          </TextButton>
        )}
        <div>
          {WISHES.map((wish) => (
            <label key={wish.id}>
              <input
                type="checkbox"
                checked={wishes.includes(wish.id)}
                disabled={!wishes.includes(wish.id) && !canAdd(wish.id)}
                onChange={() => toggle(wish.id)}
              />
              <span>{wish[writtenLanguage(language)]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={t('details.notes')}
        aside={t('details.optional')}
        hint={t('details.notesHint')}
        maxLength={MAX_REQUESTS - joinRequests({ wishes, text: ' ' }).length}
        value={text}
        onChange={(event) => onChange(joinRequests({ wishes, text: event.target.value }))}
      />
    </>
  );
}

function Preferences({ flow: { draft, change, isCustomer } }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const before = useLastWishes(draft, isCustomer);
  const genderNames = { '': t('details.anyone'), female: t('details.female'), male: t('details.male') };
  return (
    <div className={styles.fields}>
      <TextArea
        label={t('details.access')}
        aside={t('details.optional')}
        hint={t('details.accessHint')}
        rows={2}
        maxLength={MAX_ACCESS}
        value={draft.contactDetails}
        onChange={(event) => change({ contactDetails: event.target.value })}
      />
      <Wishes
        before={before}
        requests={draft.specialRequests}
        onChange={(specialRequests) => change({ specialRequests })}
      />
      <RadioTiles
        label={t('details.pets')}
        options={[
          { value: 'no', label: t('details.noPets') },
          { value: 'yes', label: t('details.havePets') },
        ]}
        value={draft.hasPets ? 'yes' : 'no'}
        onChange={(answer) => change({ hasPets: answer === 'yes' })}
      />
      <RadioTiles
        label={t('details.gender')}
        options={GENDERS.map((gender) => ({ value: gender, label: genderNames[gender] }))}
        value={draft.gender}
        onChange={(gender) => change({ gender })}
      />
      <div>
        <RadioTiles
          label={t('details.language')}
          options={[
            { value: '', label: t('details.anyLanguage') },
            ...HOME_LANGUAGES.map(({ name, tag, ownName }) => ({
              value: name as string,
              label: <span lang={tag}>{ownName}</span>,
            })),
          ]}
          value={draft.language}
          onChange={(language) => change({ language })}
        />
        <p className="k-muted k-small">{t('details.languageHint')}</p>
      </div>
    </div>
  );
}

/** Bookings in which the last one for a home is looked for. */
const LOOKED_AT = 50;

/** The wishes of the customer's last booking for the home of this one; none for a new home. */
function useLastWishes(draft: Draft, isCustomer: boolean): readonly WishID[] {
  const bookings = useQuery({
    ...queryOf(listJobs, {
      query: { status: 'going-ahead', sortby: 'startTime', order: 'desc', size: LOOKED_AT, count: '0' },
    }),
    enabled: isCustomer && draft.addressID !== null,
  });
  return lastWishesOf(bookings.data?.items ?? [], draft.addressID);
}

/** @param bookings the latest first */
export function lastWishesOf(
  bookings: readonly Pick<Job, 'addressID' | 'specialRequests'>[],
  addressID: string | null,
): readonly WishID[] {
  const last = bookings.find((job) => addressID !== null && job.addressID === addressID);
  return last === undefined ? [] : splitRequests(last.specialRequests).wishes;
}
