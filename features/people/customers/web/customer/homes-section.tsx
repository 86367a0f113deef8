import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import { queryOf, useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { Checkbox, SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import type { AddressReply } from '../../address-shapes.ts';
import { createAddress, listAddresses, trashAddress, untrashAddress, updateAddress } from '../../contract.ts';
import { isBlockAlone, lineWithBlock } from '../../rules/block.ts';
import { HOME_LANGUAGES, HOME_TYPES } from '../../rules/homes.ts';
import { accountTexts } from '../account-texts.ts';
import { homeName, placeOf } from '../parts/home-labels.ts';
import { HomeWithVisits, hasVisits } from '../parts/home-with-visits.tsx';
import { useFoundAddress } from '../parts/use-found-address.ts';
import styles from './account.module.css';
import { useAccountMessage } from './account-message.ts';

/** More than any customer has. */
const MAX_HOMES = 200;

export interface HomesSectionProps {
  /** Asks which visits follow the change of a home; rendered by visits, a higher-level feature. */
  renderVisitsPrompt(home: AddressReply, close: () => void): ReactNode;
}

/** The customer's homes, primary first. */
export function HomesSection({ renderVisitsPrompt }: HomesSectionProps) {
  const { t } = useText(accountTexts);
  const homes = useCall(listAddresses, { query: { size: MAX_HOMES, count: '0' } });
  const [open, setOpen] = useState<string | null>(null);
  const [changed, setChanged] = useState<AddressReply | null>(null);
  const close = () => setOpen(null);
  return (
    <section className={`k-stack k-gap-14 ${styles.section}`}>
      <SectionTitle>{t('homes')}</SectionTitle>
      {homes.isPending && <Skeleton words={t('homesLoading')} lines={3} bare />}
      {homes.isError && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => void homes.refetch()}
          retrying={homes.isFetching && t('homesLoading')}
        >
          {t('homesFailed')}
        </ErrorState>
      )}
      {homes.isSuccess && homes.data.items.length === 0 && open === null && (
        <EmptyState title={t('noHomes')}>{t('noHomesText')}</EmptyState>
      )}
      {homes.isSuccess && homes.data.items.length > 0 && (
        <ul className="k-ruled k-line-above k-line-below">
          {homes.data.items.map((home) => (
            <li key={home.id} className="k-stack k-gap-10">
              {open === home.id ? (
                <HomeForm home={home} onDone={close} onChanged={setChanged} />
              ) : (
                <HomeLine home={home} onChange={() => setOpen(home.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === 'new' && <HomeForm home={null} onDone={close} />}
      {homes.isSuccess && open !== 'new' && (
        <Button kind="quiet" onClick={() => setOpen('new')}>
          {t('addHome')}
        </Button>
      )}
      {changed !== null && renderVisitsPrompt(changed, () => setChanged(null))}
    </section>
  );
}

interface LineProps {
  readonly home: AddressReply;
  onChange(): void;
}

function HomeLine({ home, onChange }: LineProps) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const name = homeName(home);
  const makeMain = useAct(updateAddress, { refresh: [listAddresses] });
  const { remove, problem, busy, forget } = useRemove(home);
  const failed = makeMain.error ?? (hasVisits(problem) ? null : problem);
  return (
    <>
      <div className="k-row k-baseline k-wrap k-between k-gap-4 k-gap-x-16">
        <span className="k-stack k-gap-2">
          <b>{name}</b>
          <span className="k-muted">{placeOf(home.label === '' ? { ...home, addressLine1: '' } : home)}</span>
        </span>
        {home.isPrimary && <span className="k-muted k-small">{t('mainHome')}</span>}
      </div>
      <div className="k-row k-stretch k-wrap k-gap-4 k-gap-x-20">
        <TextButton onClick={onChange}>
          {t('changeHome')} <span className="k-hidden">{name}</span>
        </TextButton>
        {!home.isPrimary && (
          <TextButton onClick={() => makeMain.mutate({ params: { id: home.id }, body: { isPrimary: true } })}>
            {t('makeMain')} <span className="k-hidden">{name}</span>
          </TextButton>
        )}
        <TextButton onClick={() => remove(false)}>
          {t('removeHome')} <span className="k-hidden">{name}</span>
        </TextButton>
      </div>
      <HomeWithVisits
        problem={problem}
        words={{
          title: t('homeVisits.title'),
          text: t('homeVisits.text'),
          remove: t('homeVisits.remove'),
          removing: t('homeVisits.removing'),
          close: t('homeVisits.close'),
        }}
        busy={busy}
        onRemove={() => remove(true)}
        onClose={forget}
      />
      <SubmitProblem problem={failed} sentenceOf={sentenceOf} />
    </>
  );
}

/** Removes a home at once, with an undo button. */
function useRemove(home: AddressReply) {
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const toast = useToast();
  const refresh = [listAddresses];
  const params = { id: home.id };
  const bringBack = useAct(untrashAddress, { refresh });
  const makeMain = useAct(updateAddress, { refresh });
  const undo = async () => {
    try {
      await bringBack.mutateAsync({ params });
      // Restores it as the primary home if it was.
      if (home.isPrimary) await makeMain.mutateAsync({ params, body: { isPrimary: true } });
    } catch (error) {
      toast.fail({ text: sentenceOf(error as Error) });
    }
  };
  const remove = useAct(trashAddress, {
    refresh,
    onSuccess: () => toast.show({ text: t('removed', { home: homeName(home) }), undo: () => void undo() }),
  });
  return {
    problem: remove.error,
    busy: remove.isPending,
    /** `acknowledge`: the customer knows about the visits that are booked there. */
    remove: (acknowledge: boolean) => remove.mutate({ params, body: { acknowledge } }),
    forget: () => remove.reset(),
  };
}

const NEW_HOME = {
  label: '',
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  country: 'Singapore',
  type: '',
  hasPets: false,
  genderPreference: '' as AddressReply['genderPreference'],
  languagePreference: '',
};
type Home = typeof NEW_HOME;

interface Props {
  /** Null for a new one. */
  readonly home: AddressReply | null;
  onDone(): void;
  /** Called after an existing home was changed. */
  onChanged?(home: AddressReply): void;
}

/** The form of a home: the postal code determines the area. */
function HomeForm(props: Props) {
  const { home, onDone } = props;
  const { t } = useText(accountTexts);
  const sentenceOf = useAccountMessage();
  const form = useHomeForm(props);
  const area = useArea(form.values.postal);
  const isFound = useFoundAddress(form.values, form.set, home ?? undefined);
  const isElsewhere = home !== null && home.country !== NEW_HOME.country;
  return (
    <form className="k-stack k-gap-18" noValidate onSubmit={(event) => void form.submit(event)}>
      <UnsavedGuard when={form.changed && !form.sending} />
      <h3>{home === null ? t('newHome') : t('changeHomeOf', { home: homeName(home) })}</h3>
      <TextField
        label={t('postal')}
        code
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={6}
        required
        {...form.text('postal')}
        onChange={({ target }) => form.set(withPostal(form.values, target.value))}
        hint={area.hint}
        saved={area.isKnown}
      />
      <TextField
        label={t('street')}
        autoComplete="address-line1"
        required
        hint={isFound ? t('streetFound') : undefined}
        {...form.text('addressLine1')}
      />
      <div className="k-pair">
        <TextField label={t('unit')} aside={t('optional')} code {...form.text('addressLine2')} />
        <TextField label={t('building')} aside={t('optional')} {...form.text('addressLine3')} />
      </div>
      <div className="k-pair">
        <TextField
          label={t('homeName')}
          aside={t('optional')}
          hint={t('homeNameHint')}
          {...form.text('label')}
        />
        {isElsewhere && (
          <TextField label={t('country')} autoComplete="country-name" {...form.text('country')} />
        )}
      </div>
      <SelectField
        label={t('homeType')}
        placeholder={t('chooseType')}
        options={useHomeTypes(form.values.type)}
        {...form.text('type')}
        onChange={({ target }) => form.set(withType(form.values, target.value))}
      />
      <Checkbox label={t('pets')} hint={t('petsHint')} {...form.flag('hasPets')} />
      <Segments
        label={t('gender')}
        options={[
          { value: '', label: t('genders.any') },
          { value: 'female', label: t('genders.female') },
          { value: 'male', label: t('genders.male') },
        ]}
        {...form.choice('genderPreference')}
      />
      <SelectField
        label={t('homeLanguage')}
        hint={t('languageHint')}
        placeholder={t('anyLanguage')}
        options={languageOptions(form.values.languagePreference)}
        {...form.text('languagePreference')}
      />
      <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
      <div className="k-pair">
        <Button kind="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={form.sending && t('saving')}>
          {t('saveHome')}
        </Button>
      </div>
    </form>
  );
}

function useHomeForm({ home, onDone, onChanged }: Props) {
  const { t } = useText(accountTexts);
  const stored = home === null ? NEW_HOME : pickHome(home);
  const create = useAct(createAddress, { refresh: [listAddresses] });
  const update = useAct(updateAddress, { refresh: [listAddresses] });
  return useForm<Home>({
    initial: stored,
    draft: `home ${home?.id ?? 'new'}`,
    schema: z.looseObject({
      postal: z
        .string()
        .overwrite(plainNumber)
        .regex(POSTAL_CODE, { error: t('wrong.postal') }),
      addressLine1: z
        .string()
        .trim()
        .min(1, { error: t('wrong.street') })
        .refine((line) => !isBlockAlone(line), { error: t('wrong.streetAfterBlock') }),
    }) as unknown as z.ZodType<unknown, Home>,
    send: async (typed) => {
      if (home === null) await create.mutateAsync({ body: typed });
      else onChanged?.(await update.mutateAsync({ params: { id: home.id }, body: changesIn(typed, stored) }));
      onDone();
    },
  });
}

/** A complete postal code of a flat determines its block. */
function withPostal(home: Home, typed: string): Partial<Home> {
  return { postal: typed, addressLine1: lineWithBlock({ ...home, postal: plainNumber(typed) }) };
}

function withType(home: Home, type: string): Partial<Home> {
  return { type, addressLine1: lineWithBlock({ ...home, type, postal: plainNumber(home.postal) }) };
}

function pickHome(home: AddressReply): Home {
  const { label, postal, addressLine1, addressLine2, addressLine3, country, type, hasPets } = home;
  const { genderPreference, languagePreference } = home;
  return {
    label,
    postal,
    addressLine1,
    addressLine2,
    addressLine3,
    country,
    type,
    hasPets,
    genderPreference,
    languagePreference,
  };
}

function useHomeTypes(own: string) {
  const { t } = useText(accountTexts);
  const known: readonly string[] = HOME_TYPES;
  const words = HOME_TYPES.map((value) => ({ value: value as string, label: t(`homeTypes.${value}`) }));
  return own === '' || known.includes(own) ? words : [...words, { value: own, label: own }];
}

/** The language options, including a previously stored one that is not in the list. */
function languageOptions(own: string) {
  const known = HOME_LANGUAGES.map(({ name, ownName }) => ({
    value: name as string,
    label: ownName as string,
  }));
  return own === '' || known.some(({ value }) => value === own)
    ? known
    : [...known, { value: own, label: own }];
}

/** The area of a complete postal code. An unknown one may be new, and is accepted. */
function useArea(typed: string): { readonly hint: string | undefined; readonly isKnown: boolean } {
  const { t } = useText(accountTexts);
  const postal = plainNumber(typed);
  const isWhole = POSTAL_CODE.test(postal);
  const areas = useQuery({ ...queryOf(findAreas, { query: { postal } }), enabled: isWhole });
  if (!isWhole) return { hint: undefined, isKnown: false };
  if (areas.isFetching) return { hint: t('lookingUp'), isKnown: false };
  const name = areas.data?.[0]?.name;
  const unknown = areas.data === undefined ? undefined : t('postalUnknown');
  return { hint: name ?? unknown, isKnown: name !== undefined };
}
