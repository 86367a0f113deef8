import { HOME_LANGUAGES } from '#features/people/customers/rules/homes.ts';
import { joinRequests, splitRequests, WISHES, type WishId } from '#features/work/jobs/rules/wishes.ts';
import { HomeNeeds } from '#features/work/jobs/web/parts/home-needs.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import type { Gender } from './draft.ts';
import { draftWithTime, SlotGone } from './slot-gone.tsx';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import { useLastWishes } from './use-last-wishes.ts';
import { useChosenTime } from './use-times.ts';

const GENDERS: readonly Gender[] = ['', 'female', 'male'];
/** Maximum lengths, as in the contract. */
const LONGEST = { access: 300, notes: 1000 };
/** A cleaner reads them at the door; the free text needs room beside them. */
const MAX_WISHES = 6;

/** Step 5: access and notes for the cleaner. All optional. */
export function DetailsStep({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
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
        <SlotGone
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
  readonly before: readonly WishId[];
  /** As stored: the phrases first. */
  readonly requests: string;
  readonly onChange: (requests: string) => void;
}

/** Phrases to tap, which the cleaner reads in both languages, and free text, which is not translated. */
function Wishes({ before, requests, onChange }: WishesProps) {
  const { t, language } = useBookingText();
  const { wishes, text } = splitRequests(requests);
  const isFull = (id: WishId) => !wishes.includes(id) && wishes.length >= MAX_WISHES;
  const toggle = (id: WishId) =>
    onChange(
      joinRequests({
        wishes: wishes.includes(id) ? wishes.filter((one) => one !== id) : [...wishes, id],
        text,
      }),
    );
  const hasThem = before.every((id) => wishes.includes(id));
  return (
    <>
      <fieldset className={styles.wishes}>
        <legend>{t('details.wishes')}</legend>
        <p className="k-muted k-small">{t('details.wishesHint', { count: MAX_WISHES })}</p>
        {!hasThem && (
          <TextButton onClick={() => onChange(joinRequests({ wishes: before, text }))}>
            {t('details.wishesAgain', { count: before.length })}
          </TextButton>
        )}
        <div>
          {WISHES.map((wish) => (
            <label key={wish.id}>
              <input
                type="checkbox"
                checked={wishes.includes(wish.id)}
                disabled={isFull(wish.id)}
                onChange={() => toggle(wish.id)}
              />
              <span>{wish[language]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={t('details.notes')}
        aside={t('details.optional')}
        hint={t('details.notesHint')}
        maxLength={LONGEST.notes - joinRequests({ wishes, text: ' ' }).length}
        value={text}
        onChange={(event) => onChange(joinRequests({ wishes, text: event.target.value }))}
      />
    </>
  );
}

function Preferences({ flow: { draft, change, isCustomer } }: { flow: Flow }) {
  const { t } = useBookingText();
  const before = useLastWishes(draft, isCustomer);
  const genderNames = { '': t('details.anyone'), female: t('details.female'), male: t('details.male') };
  return (
    <div className={styles.fields}>
      <TextArea
        label={t('details.access')}
        aside={t('details.optional')}
        hint={t('details.accessHint')}
        rows={2}
        maxLength={LONGEST.access}
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
