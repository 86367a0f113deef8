import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type getAddress, listAddresses } from '#features/customers/contract.ts';
import type { CallReply } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { session } from '#platform/web/session/session.ts';
import { AddressForm } from './address-form.tsx';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import type { Draft } from './draft.ts';
import { SlotGone } from './slot-gone.tsx';
import { useBookingText } from './text.ts';
import type { Flow } from './use-flow.ts';
import { useChosenTime } from './use-times.ts';

type AddressReply = CallReply<typeof getAddress>;

const OTHER = 'other';

/** What a stored address says of a home, for the draft. */
function fromStored(stored: AddressReply): Partial<Draft> {
  const { id, postal, addressLine1, addressLine2, hasPets, genderPreference, languagePreference } = stored;
  return {
    addressID: id,
    customerID: session.getState().id,
    postal,
    addressLine1,
    addressLine2,
    hasPets,
    gender: genderPreference,
    language: languagePreference,
  };
}

/** Step 4: where. A stored home in one press, or an address of which the postal code says the area. */
export function AddressStep({ flow }: { flow: Flow }) {
  const { t } = useBookingText();
  const form = useId();
  const stored = useQuery({ ...queryOf(listAddresses, { query: { size: 50 } }), enabled: flow.isCustomer });
  const homes = (flow.isCustomer && stored.data?.items) || [];
  const [other, setOther] = useState(false);
  const picked = other ? undefined : pickedHome(homes, flow.draft);
  const time = useChosenTime(flow.draft, flow.sizing);
  const isWaiting = flow.isCustomer && stored.isPending;
  const typed = !isWaiting && picked === undefined;
  const gone = time.state === 'gone' && t('gone.pick');
  return (
    <BookingFrame
      flow={flow}
      title={t('address.title')}
      action={
        typed ? (
          <Button full type="submit" form={form} disabledReason={gone}>
            {t('address.go')}
          </Button>
        ) : (
          <Button
            full
            busy={isWaiting && t('address.loading')}
            disabledReason={gone}
            onClick={() => picked && flow.next(fromStored(picked))}
          >
            {t('address.goHere')}
          </Button>
        )
      }
    >
      {time.state === 'gone' && (
        <SlotGone
          startTime={flow.draft.startTime ?? ''}
          alternatives={time.alternatives}
          onChoose={({ startTime, endTime }) => flow.change({ startTime, endTime, cleanerID: null })}
        />
      )}
      <div className={styles.fields}>
        {isWaiting && <Skeleton words={t('address.loading')} lines={3} />}
        {stored.isError && <Notice kind="bad">{t('address.failed')}</Notice>}
        {homes.length > 0 && (
          <RadioRows
            label={t('address.saved')}
            options={[
              ...homes.map((home) => ({
                value: home.id,
                label: home.addressLine1,
                note: [home.addressLine2, home.postal].filter(Boolean).join(', '),
              })),
              { value: OTHER, label: t('address.other') },
            ]}
            value={picked?.id ?? OTHER}
            onChange={(id) => {
              const home = homes.find((one) => one.id === id);
              setOther(home === undefined);
              flow.change(home ? fromStored(home) : { addressID: null });
            }}
          />
        )}
        {typed && <AddressForm id={form} flow={flow} />}
      </div>
    </BookingFrame>
  );
}

/** The home of this booking; before anything was typed, the person's main one. */
function pickedHome(homes: readonly AddressReply[], draft: Draft): AddressReply | undefined {
  if (draft.addressID !== null) return homes.find((home) => home.id === draft.addressID);
  return draft.addressLine1 === '' ? (homes.find((home) => home.isPrimary) ?? homes[0]) : undefined;
}
