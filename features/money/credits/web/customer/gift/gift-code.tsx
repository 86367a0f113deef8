import { FreshCode } from '#features/people/accounts/web/parts/fresh-code.tsx';
import { getCustomer, signInCustomer } from '#features/people/customers/contract.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useOwnId } from '#platform/web/session/use-may.ts';
import { sendCredits } from '../../../rules/policy.ts';
import { useCreditsSentence } from '../../parts/sentence.ts';
import { useCreditsText } from '../../parts/text.ts';

type Props = Omit<Parameters<typeof FreshCode>[0], 'mobile' | 'request' | 'sentenceOf'>;

/** Asks the sender for a new code if their sign-in is too old to send hours. */
export function GiftCode(props: Props) {
  const { t } = useCreditsText();
  const sentenceOf = useCreditsSentence();
  const id = useOwnId(sendCredits) ?? '';
  const customer = useCall(getCustomer, { params: { id } });
  const request = useAct(signInCustomer);
  if (customer.error) return <p role="alert">{sentenceOf(customer.error)}</p>;
  if (customer.data === undefined) return <Skeleton words={t('home.loading')} />;
  return (
    <FreshCode
      {...props}
      mobile={customer.data.mobile}
      request={(mobile) => request.mutateAsync({ body: { mobile } })}
      sentenceOf={sentenceOf}
    />
  );
}
