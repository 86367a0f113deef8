import { readDetails } from '#features/contact-requests/web/parts/direct.tsx';
import { CLAIM_DAYS, GIFT_VALID_MONTHS, VALID_MONTHS } from '#features/packages/rules/credit-terms.ts';
import { usePlainBusiness } from '#features/settings/web/parts/use-plain-business.ts';
import { usePlainRead } from '#platform/web/api/use-plain-read.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './legal.module.css';
import { useLegalText } from './text.ts';

/** The sections of each page, in their order. */
const PAGES = {
  terms: ['who', 'price', 'late', 'ours', 'hours', 'promos', 'home', 'wrong', 'rights'],
  service: ['account', 'use', 'reviews', 'always', 'leave', 'changes', 'rights'],
  privacy: ['kept', 'purpose', 'seen', 'card', 'browser', 'long', 'say'],
} as const;

type Title = keyof typeof PAGES;
type Section = (typeof PAGES)[Title][number];

/** A title, and sections of a heading and a paragraph. */
export function LegalPage({ title }: { readonly title: Title }) {
  const { t } = useLegalText();
  return (
    <div className={styles.page}>
      <PageTitle>{t(title)}</PageTitle>
      <p>{t(`${title}Lead`)}</p>
      {PAGES[title].map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          <p>
            <SectionText section={section} />
          </p>
        </section>
      ))}
      <WriteTo />
    </div>
  );
}

/** A section in words, with the figures of the settings and of the rules. */
function SectionText({ section }: { readonly section: Section }) {
  const { t } = useLegalText();
  const terms = usePlainBusiness();
  if (section === 'late') return <LateText />;
  if (section === 'who') return terms === undefined ? '\u00a0' : t('whoText', { name: terms.name });
  if (section === 'hours')
    return t('hoursText', { valid: VALID_MONTHS, gift: GIFT_VALID_MONTHS, claim: CLAIM_DAYS });
  return t(`${section}Text`);
}

/** What holds for a booking that is made now; each booking keeps the terms under which it was made. */
function LateText() {
  const { t } = useLegalText();
  const { hours } = useFormat();
  const terms = usePlainBusiness();
  if (terms === undefined) return '\u00a0';
  const { cancelFreeHours, lateFeePercent: percent } = terms;
  if (cancelFreeHours === 0) return t('lateNever');
  const named = { hours: hours(cancelFreeHours), percent };
  if (percent === 0) return t('lateFree', named);
  return t('lateText', { ...named, share: t(`lateShare.${shareOf(percent)}`, named) });
}

/** How a share of the price is said: half, all of it, or so many percent. */
function shareOf(percent: number): 'half' | 'some' | 'all' {
  if (percent === 50) return 'half';
  return percent === 100 ? 'all' : 'some';
}

/** Who answers for it: by mail where the business has an address, else by the form. */
function WriteTo() {
  const { t } = useLegalText();
  const { email = '' } = usePlainRead(readDetails, {}).data ?? {};
  return (
    <p>
      <TextLink roomy href={email === '' ? '/contact-us' : `mailto:${email}`}>
        {email === '' ? t('writeHere') : t('writeTo', { email })}
      </TextLink>
    </p>
  );
}
