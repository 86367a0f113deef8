import { signOutEverywhere } from '#features/people/accounts/contract.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { BilingualPage, useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { type Language, language, useLanguage } from '#platform/web/i18n/language.ts';
import { session } from '#platform/web/session/session.ts';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { useOnline } from '#platform/web/use-online.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { getCleaner } from '../../contract.ts';
import { changeCleaner } from '../../rules/policy.ts';
import { NotHere } from '../parts/not-here.tsx';
import { useProfileSentence, useProfileText } from '../text.ts';
import { MobileSection } from './mobile-section.tsx';
import { PhotoSection } from './photo-section.tsx';
import styles from './profile.module.css';
import { ProfileForm } from './profile-form.tsx';

/** /cleaner/profile: the fields that cleaners change themselves. */
export function Component() {
  return (
    <BilingualPage>
      <ProfilePage />
    </BilingualPage>
  );
}

function ProfilePage() {
  const words = useProfileText();
  const { t } = words;
  const bilingual = useBilingual(words);
  const id = useOwnId(changeCleaner) ?? '';
  const online = useOnline();
  const read = useCall(getCleaner, { params: { id } });
  const cleaner = read.data;
  return (
    <div className={styles.page}>
      <PageTitle tab={t('title')}>{bilingual('title')}</PageTitle>
      {cleaner === undefined && !online && <NotHere />}
      {read.isPending && online && <Skeleton words={t('loading')} lines={6} />}
      {cleaner === undefined && read.isError && online && (
        <ErrorState
          retryLabel={t('again')}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching && t('loading')}
        >
          {bilingual('failed')}
        </ErrorState>
      )}
      {cleaner !== undefined && 'mobile' in cleaner && <Profile cleaner={cleaner} />}
    </div>
  );
}

function Profile({ cleaner }: { readonly cleaner: CleanerReply }) {
  const bilingual = useBilingual(useProfileText());
  return (
    <>
      <PhotoSection cleaner={cleaner} />
      <ProfileForm cleaner={cleaner} />
      <MobileSection cleaner={cleaner} />
      <LanguageSection />
      <SessionsSection />
      <p className="k-muted">{bilingual('office')}</p>
      <TextLink href="/cleaner/schedule" roomy>
        {bilingual('timeOff')}
      </TextLink>
    </>
  );
}

const LANGUAGE_NAMES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
];

function LanguageSection() {
  const bilingual = useBilingual(useProfileText());
  return (
    <Segments
      label={bilingual('appLanguage')}
      name="app-language"
      options={LANGUAGE_NAMES}
      value={useLanguage()}
      onChange={language.set}
    />
  );
}

function SessionsSection() {
  const words = useProfileText();
  const { t } = words;
  const bilingual = useBilingual(words);
  const sentenceOf = useProfileSentence();
  const end = useAct(signOutEverywhere, { onSuccess: () => session.signOut() });
  return (
    <section className={styles.section}>
      <SectionTitle>{bilingual('sessions')}</SectionTitle>
      <p className="k-muted">{bilingual('sessionsHint')}</p>
      <Button kind="danger" busy={end.isPending && t('signingOut')} onClick={() => end.mutate({})}>
        {bilingual('signOutEverywhere')}
      </Button>
      <SubmitProblem problem={end.error} sentenceOf={sentenceOf} />
    </section>
  );
}
