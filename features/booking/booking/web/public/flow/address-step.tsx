import { useId } from 'react';
import { isBlockAlone, lineWithBlock } from '#features/people/customers/rules/block.ts';
import { unitNumber } from '#features/people/customers/rules/unit-number.ts';
import { useFoundAddress } from '#features/people/customers/web/parts/use-found-address.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import styles from './booking.module.css';
import { BookingFrame } from './booking-frame.tsx';
import { draftOfLines, draftWithTime } from './draft.ts';
import { useArea } from './place-fields.tsx';
import { SlotGoneNotice } from './slot-gone-notice.tsx';
import { stepPath } from './steps.ts';
import type { Flow } from './use-flow.ts';
import { useChosenTime } from './use-times.ts';

/** Step 4: the rest of the address. The postal code is already known; stored homes skip this step. */
export function AddressStep({ flow }: { flow: Flow }) {
  const { t } = useText(bookingTexts);
  const form = useId();
  const time = useChosenTime(flow);
  return (
    <BookingFrame
      flow={flow}
      title={t('address.title')}
      action={
        <Button full type="submit" form={form} disabledReason={time.state === 'gone' && t('time.pickFirst')}>
          {t('address.go')}
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
      <AddressForm id={form} flow={flow} />
    </BookingFrame>
  );
}

/** Block and street, unit, in the local format. */
function AddressForm({ id, flow }: { id: string; flow: Flow }) {
  const { t } = useText(bookingTexts);
  const { draft, sizing } = flow;
  const isLanded = sizing.homeType === 'landed';
  const { addressLine1, addressLine2, addressLine3, postal } = draft;
  const proposed = lineWithBlock({ addressLine1, postal, type: sizing.homeType });
  const form = useForm({
    initial: { addressLine1: proposed, addressLine2, addressLine3 },
    check: (given) => ({
      addressLine1:
        (given.addressLine1.trim() === '' && t('address.line1Missing')) ||
        (isBlockAlone(given.addressLine1) && t('address.streetMissing')),
      addressLine2: !isLanded && given.addressLine2.trim() === '' && t('address.unitMissing'),
    }),
    send: async (given) => {
      const lines = {
        addressLine1: given.addressLine1.trim(),
        addressLine2: unitNumber(given.addressLine2.trim()),
        addressLine3: given.addressLine3.trim(),
      };
      flow.next(draftOfLines(draft, lines));
    },
  });
  const isFound = useFoundAddress({ ...form.values, postal }, form.set);
  const hint = proposed === addressLine1 ? 'address.line1Example' : 'address.blockFromPostal';
  return (
    <form id={id} className={styles.fields} onSubmit={form.submit} noValidate>
      <Postal flow={flow} />
      <TextField
        label={t('address.line1')}
        autoComplete="address-line1"
        hint={t(isFound ? 'address.fromPostal' : hint)}
        maxLength={200}
        required
        {...form.text('addressLine1')}
      />
      <TextField
        label={t('address.unit')}
        aside={isLanded ? t('address.optional') : undefined}
        autoComplete="address-line2"
        hint={t('address.unitExample')}
        maxLength={200}
        required={!isLanded}
        {...form.text('addressLine2')}
      />
      <TextField
        label={t('address.building')}
        aside={t('address.optional')}
        autoComplete="address-line3"
        hint={t('address.buildingExample')}
        maxLength={200}
        {...form.text('addressLine3')}
      />
    </form>
  );
}

/**
 * The postal code of the first step and its area; a different one changes the free times, so it is edited
 * there.
 */
function Postal({ flow: { service, draft } }: { flow: Flow }) {
  const { postal } = draft;
  const { t } = useText(bookingTexts);
  const { name } = useArea(postal);
  return (
    <p className={`k-row k-between k-gap-16 k-line-below ${styles.postal}`}>
      <span>
        {t('place.postal')} <b className="k-code">{postal}</b>
        <span className="k-muted">{[name, t('address.country')].filter(Boolean).join(', ')}</span>
      </span>
      <TextLink roomy href={stepPath(service, 'home')}>
        {t('address.changePostal')}
      </TextLink>
    </p>
  );
}
