import type { ReactNode } from 'react';
import { z } from 'zod';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { plainNumber } from '#platform/kernel/typed-text.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, TextField } from '#platform/web/design/parts/field.tsx';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { changesIn } from '#platform/web/forms/form-changes.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Bilingual, useBilingual } from '#platform/web/i18n/bilingual.tsx';
import type { Language } from '#platform/web/i18n/language.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { getCleaner, updateCleaner } from '../../contract.ts';
import { LANGUAGES, LANGUAGES_ZH, REGIONS_ZH } from '../parts/languages.ts';
import { useProfileMessage } from '../profile-message.ts';
import { profileTexts } from '../texts.ts';
import styles from './profile.module.css';

/** The fields of this form, a subset of the contract's OWN_FIELDS. */
type Own = Pick<
  CleanerReply,
  | 'firstname'
  | 'lastname'
  | 'displayName'
  | 'email'
  | 'languages'
  | 'avoidsPets'
  | 'postal'
  | 'addressLine1'
  | 'addressLine2'
  | 'addressLine3'
  | 'regionIDs'
>;

/** Names, languages, home and regions. Input is kept until saved, even offline. */
export function ProfileForm({ cleaner }: { readonly cleaner: CleanerReply }) {
  const words = useText(profileTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const sentenceOf = useProfileMessage();
  const form = useOwnForm(cleaner);
  return (
    <form className="k-stack k-gap-28" noValidate onSubmit={(event) => void form.submit(event)}>
      <UnsavedGuard when={form.changed && !form.sending} />
      <section className="k-stack k-gap-14">
        <SectionTitle>{bilingual('about')}</SectionTitle>
        <div className="k-pair">
          <TextField
            label={bilingual('firstname')}
            autoComplete="given-name"
            required
            {...form.text('firstname')}
          />
          <TextField label={bilingual('lastname')} autoComplete="family-name" {...form.text('lastname')} />
        </div>
        <TextField
          label={bilingual('displayName')}
          hint={bilingual('displayNameHint', { name: fullnameOf({ ...form.values, displayName: null }) })}
          {...form.text('displayName')}
        />
        <TextField
          label={bilingual('email')}
          hint={bilingual('emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.text('email')}
        />
        <Languages {...form.choice('languages')} />
        <Checkbox
          label={bilingual('avoidsPets')}
          hint={bilingual('avoidsPetsHint')}
          {...form.flag('avoidsPets')}
        />
      </section>
      <section className="k-stack k-gap-14">
        <SectionTitle>{bilingual('home')}</SectionTitle>
        <p className="k-muted">{bilingual('homeHint')}</p>
        <div className="k-pair">
          <TextField
            label={bilingual('postal')}
            code
            inputMode="numeric"
            autoComplete="postal-code"
            {...form.text('postal')}
          />
          <TextField label={bilingual('addressLine2')} code {...form.text('addressLine2')} />
        </div>
        <TextField
          label={bilingual('addressLine1')}
          autoComplete="address-line1"
          {...form.text('addressLine1')}
        />
        <TextField label={bilingual('addressLine3')} {...form.text('addressLine3')} />
      </section>
      <Regions {...form.choice('regionIDs')} />
      <div className="k-stack k-gap-14">
        <SubmitProblem problem={form.problem} sentenceOf={sentenceOf} />
        <Button type="submit" full busy={form.sending && t('saving')}>
          {bilingual('save')}
        </Button>
        <p role="status">
          {form.changed && <span>{bilingual('notSaved')}</span>}
          {!form.changed && form.saved && <span>{bilingual('saved')}</span>}
        </p>
      </div>
    </form>
  );
}

const line = z.string().trim();

function useOwnForm(cleaner: CleanerReply) {
  const { t } = useText(profileTexts);
  const {
    firstname,
    lastname,
    displayName,
    email,
    languages,
    avoidsPets,
    postal,
    addressLine1,
    addressLine2,
    addressLine3,
    regionIDs,
  } = cleaner;
  const stored: Own = {
    firstname,
    lastname,
    displayName,
    email,
    languages,
    avoidsPets,
    postal,
    addressLine1,
    addressLine2,
    addressLine3,
    regionIDs,
  };
  const save = useAct(updateCleaner, { refresh: [getCleaner], onSuccess: session.updateName });
  const form = useForm<Own>({
    initial: stored,
    draft: 'profile',
    schema: z.looseObject({
      firstname: z
        .string()
        .trim()
        .min(1, { error: t('wrong.missing') }),
      email: line.refine((typed) => typed === '' || z.email().safeParse(typed).success, {
        error: t('wrong.email'),
      }),
      postal: line.refine((typed) => typed === '' || POSTAL_CODE.test(plainNumber(typed)), {
        error: t('wrong.postal'),
      }),
    }) as unknown as z.ZodType<unknown, Own>,
    // Only changed fields are sent, so that concurrent changes by the office stay.
    send: (typed) => save.mutateAsync({ params: { id: cleaner.id }, body: changesIn(typed, stored) }),
  });
  return { ...form, saved: save.isSuccess };
}

interface TicksProps {
  readonly name: string;
  readonly value: readonly string[];
  onChange(value: string[]): void;
}

function Languages({ name, value, onChange }: TicksProps) {
  const words = useText(profileTexts);
  const { language } = words;
  const bilingual = useBilingual(words);
  const nameOf = (each: string) => nameIn(language, each, LANGUAGES_ZH);
  // Other values from the office stay, and can be deselected.
  const options = [...new Set([...LANGUAGES, ...value])].map((each) => ({
    value: each,
    label: nameOf(each),
  }));
  return (
    <CheckboxGroup
      legend={bilingual('languages')}
      name={name}
      value={value}
      onChange={onChange}
      options={options}
    />
  );
}

function Regions({ name, value, onChange }: TicksProps) {
  const words = useText(profileTexts);
  const { language } = words;
  const bilingual = useBilingual(words);
  const regions = useCall(listRegions).data?.items ?? [];
  const options = regions.map(({ id, name: english }) => ({
    value: id,
    label: nameIn(language, english, REGIONS_ZH),
  }));
  return (
    <section className="k-stack k-gap-14">
      <SectionTitle>{bilingual('regions')}</SectionTitle>
      <p className="k-muted">{bilingual('regionsHint')}</p>
      <CheckboxGroup
        legend={bilingual('regions')}
        hideLegend
        name={name}
        value={value}
        onChange={onChange}
        options={options}
      />
    </section>
  );
}

/** A name that is stored in English, with its Chinese translation. */
function nameIn(language: Language, english: string, chinese: Readonly<Record<string, string>>): ReactNode {
  const zh = chinese[english] ?? '';
  return language === 'zh' ? zh || english : <Bilingual text={english} zh={zh} />;
}

interface TicksOfProps extends TicksProps {
  readonly legend: ReactNode;
  readonly hideLegend?: boolean;
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[];
}

function CheckboxGroup({ legend, hideLegend, name, value, onChange, options }: TicksOfProps) {
  return (
    <fieldset className={styles.ticks}>
      <legend className={hideLegend ? 'k-hidden' : undefined}>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          name={name}
          label={option.label}
          checked={value.includes(option.value)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...value, option.value] : value.filter((each) => each !== option.value),
            )
          }
        />
      ))}
    </fieldset>
  );
}
