import { PhotoField } from '#features/catalogue/uploads/web/parts/photo-field.tsx';
import { signOutEverywhere } from '#features/people/accounts/contract.ts';
import {
  ChangeMobile,
  NewMobileCode,
  NewMobileForm,
} from '#features/people/accounts/web/parts/change-mobile.tsx';
import { FreshCode } from '#features/people/accounts/web/parts/fresh-code.tsx';
import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { BilingualPage, useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { LanguageChoice } from '#platform/web/i18n/language-choice.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { session } from '#platform/web/session/session.ts';
import { useOwnID } from '#platform/web/session/use-may.ts';
import { useOnline } from '#platform/web/use-online.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { changeMobile, getCleaner, signInCleaner, updateCleaner, verifyNewMobile } from '../../contract.ts';
import { changeCleaner } from '../../rules/policy.ts';
import { NotHere } from '../parts/not-here.tsx';
import { useProfileMessage } from '../profile-message.ts';
import { profileTexts } from '../texts.ts';
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
  const words = useText(profileTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const id = useOwnID(changeCleaner) ?? '';
  const online = useOnline();
  const read = useCall(getCleaner, { params: { id } });
  const cleaner = read.data;
  return (
    <div className="k-cleaner-page k-gap-28">
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
  const bilingual = useBilingual(useText(profileTexts));
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

function LanguageSection() {
  const bilingual = useBilingual(useText(profileTexts));
  return <LanguageChoice label={bilingual('appLanguage')} />;
}

function SessionsSection() {
  const words = useText(profileTexts);
  const { t } = words;
  const bilingual = useBilingual(words);
  const sentenceOf = useProfileMessage();
  const end = useAct(signOutEverywhere, { onSuccess: () => session.signOut() });
  return (
    <section className="k-stack k-gap-14">
      <SectionTitle>{bilingual('sessions')}</SectionTitle>
      <p className="k-muted">{bilingual('sessionsHint')}</p>
      <Button kind="danger" busy={end.isPending && t('signingOut')} onClick={() => end.mutate({})}>
        {bilingual('signOutEverywhere')}
      </Button>
      <SubmitProblem problem={end.error} sentenceOf={sentenceOf} />
    </section>
  );
}

/** The own photo, saved once it is uploaded. If that fails, saving can be retried. */
function PhotoSection({ cleaner }: { readonly cleaner: CleanerReply }) {
  const bilingual = useBilingual(useText(profileTexts));
  const sentenceOf = useProfileMessage();
  const save = useAct(updateCleaner, { refresh: [getCleaner] });
  const { id, fullname } = cleaner;
  // The chosen photo is shown at once, saved or not.
  const photo = save.variables?.body?.profilePhoto ?? cleaner.profilePhoto;
  const keep = (profilePhoto: string) => save.mutate({ params: { id }, body: { profilePhoto } });
  return (
    <section className="k-stack k-gap-14">
      <SectionTitle>{bilingual('photo')}</SectionTitle>
      <PhotoField value={photo} onChange={keep}>
        <PersonTile id={id} initials={initialsOf(fullname)} size={96} photo={photo} />
      </PhotoField>
      <p role="status">
        {save.isPending && <span>{bilingual('savingPhoto')}</span>}
        {save.isSuccess && photo !== '' && <span>{bilingual('photoSaved')}</span>}
      </p>
      <div role="alert">
        {save.error && (
          <Notice
            kind="bad"
            action={
              <Button kind="quiet" size="small" onClick={() => keep(photo)}>
                {bilingual('again')}
              </Button>
            }
          >
            {bilingual('photoNotSaved')} {sentenceOf(save.error)}
          </Notice>
        )}
      </div>
    </section>
  );
}

type Steps = Parameters<typeof ChangeMobile>[0];
type NumberProps = Parameters<Steps['askNumber']>[0] & { readonly cleaner: CleanerReply };
type CodeProps = Parameters<Steps['askCode']>[0] & { readonly cleanerID: string };

/** The cleaner's number and its change: the server may require a code for the old one first. */
export function MobileSection({ cleaner }: { readonly cleaner: CleanerReply }) {
  return (
    <ChangeMobile
      mobile={cleaner.mobile}
      askNumber={(step) => <AskNumber cleaner={cleaner} {...step} />}
      askCode={(step) => <AskCode cleanerID={cleaner.id} {...step} />}
    />
  );
}

function AskNumber({ cleaner, onSent, ...step }: NumberProps) {
  const sentenceOf = useProfileMessage();
  const signIn = useAct(signInCleaner);
  const request = useAct(changeMobile, { onSuccess: onSent });
  const asking = useWithCode((otp) =>
    request.mutateAsync({ body: { mobile: readMobile(step.mobile) ?? '', cleanerID: cleaner.id, ...otp } }),
  );
  const proof = asking.step === 'code' && (
    <FreshCode
      mobile={cleaner.mobile}
      problem={asking.problem}
      isBusy={asking.isBusy}
      request={(mobile) => signIn.mutateAsync({ body: { mobile } })}
      sentenceOf={sentenceOf}
      onCode={asking.run}
      onCancel={asking.reset}
    />
  );
  return (
    <NewMobileForm
      {...step}
      {...(proof ? { proof } : {})}
      problem={asking.step === 'ready' && asking.problem ? sentenceOf(asking.problem) : null}
      isBusy={asking.isBusy}
      onNumber={() => void asking.run()}
      onReset={asking.reset}
    />
  );
}

function AskCode({ cleanerID, onChanged, ...step }: CodeProps) {
  const sentenceOf = useProfileMessage();
  const verify = useAct(verifyNewMobile, { refresh: [getCleaner], onSuccess: onChanged });
  return (
    <NewMobileCode
      {...step}
      problem={verify.error && sentenceOf(verify.error)}
      isBusy={verify.isPending}
      onCode={(otp) => verify.mutate({ body: { otp, cleanerID } })}
      onReset={() => verify.reset()}
    />
  );
}
