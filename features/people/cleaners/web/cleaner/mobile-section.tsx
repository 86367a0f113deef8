import {
  ChangeMobile,
  NewMobileCode,
  NewMobileForm,
} from '#features/people/accounts/web/parts/change-mobile.tsx';
import { FreshCode } from '#features/people/accounts/web/parts/fresh-code.tsx';
import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { useAct } from '#platform/web/api/queries.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { changeMobile, getCleaner, signInCleaner, verifyNewMobile } from '../../contract.ts';
import { useProfileSentence } from '../text.ts';

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
  const sentenceOf = useProfileSentence();
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
  const sentenceOf = useProfileSentence();
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
