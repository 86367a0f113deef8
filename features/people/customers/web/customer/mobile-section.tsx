import {
  ChangeMobile,
  NewMobileCode,
  NewMobileForm,
} from '#features/people/accounts/web/parts/change-mobile.tsx';
import { useWithCode } from '#features/people/accounts/web/parts/use-with-code.ts';
import { readMobile } from '#platform/kernel/mobile.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { changeMobile, verifyNewMobile } from '../../contract/account.ts';
import { getCustomer } from '../../contract.ts';
import type { CustomerReply } from '../../customer-shapes.ts';
import { useAccountSentence } from './account-text.ts';
import { CodeProof } from './code-proof.tsx';

type Steps = Parameters<typeof ChangeMobile>[0];
type NumberProps = Parameters<Steps['askNumber']>[0] & { readonly customer: CustomerReply };
type CodeProps = Parameters<Steps['askCode']>[0] & { readonly customerID: string };

/** The customer's number and its change: the server may require a code for the old one first. */
export function MobileSection({ customer }: { readonly customer: CustomerReply }) {
  return (
    <ChangeMobile
      mobile={customer.mobile}
      askNumber={(step) => <AskNumber customer={customer} {...step} />}
      askCode={(step) => <AskCode customerID={customer.id} {...step} />}
    />
  );
}

function AskNumber({ customer, onSent, ...step }: NumberProps) {
  const sentenceOf = useAccountSentence();
  const request = useAct(changeMobile, { onSuccess: onSent });
  const asking = useWithCode((otp) =>
    request.mutateAsync({
      body: { mobile: readMobile(step.mobile) ?? '', customerID: customer.id, ...otp },
    }),
  );
  const proof = asking.step === 'code' && (
    <CodeProof
      mobile={customer.mobile}
      problem={asking.problem}
      isBusy={asking.isBusy}
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

function AskCode({ customerID, onChanged, ...step }: CodeProps) {
  const sentenceOf = useAccountSentence();
  const verify = useAct(verifyNewMobile, { refresh: [getCustomer], onSuccess: onChanged });
  return (
    <NewMobileCode
      {...step}
      problem={verify.error && sentenceOf(verify.error)}
      isBusy={verify.isPending}
      onCode={(otp) => verify.mutate({ body: { otp, customerID } })}
      onReset={() => verify.reset()}
    />
  );
}
