import { ChangeMobile, NewMobileCode, NewMobileForm } from '#features/accounts/web/parts/change-mobile.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { changeMobile, getCleaner, verifyNewMobile } from '../../contract.ts';
import { useProfileSentence } from '../text.ts';

type Steps = Parameters<typeof ChangeMobile>[0];
type NumberProps = Parameters<Steps['askNumber']>[0] & { readonly cleanerID: string };
type CodeProps = Parameters<Steps['askCode']>[0] & { readonly cleanerID: string };

/** The cleaner's own number, and its change. */
export function MobileSection({ cleaner }: { readonly cleaner: CleanerReply }) {
  return (
    <ChangeMobile
      mobile={cleaner.mobile}
      askNumber={(step) => <AskNumber cleanerID={cleaner.id} {...step} />}
      askCode={(step) => <AskCode cleanerID={cleaner.id} {...step} />}
    />
  );
}

function AskNumber({ cleanerID, onSent, ...step }: NumberProps) {
  const sentenceOf = useProfileSentence();
  const request = useAct(changeMobile, { onSuccess: onSent });
  return (
    <NewMobileForm
      {...step}
      problem={request.error && sentenceOf(request.error)}
      isBusy={request.isPending}
      onNumber={(mobile) => request.mutate({ body: { mobile, cleanerID } })}
      onReset={() => request.reset()}
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
