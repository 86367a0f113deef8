import { FreshCode } from '#features/people/accounts/web/parts/fresh-code.tsx';
import { useAct } from '#platform/web/api/queries.ts';
import { signInCustomer } from '../../contract.ts';
import { useAccountMessage } from './account-message.ts';

type Props = Omit<Parameters<typeof FreshCode>[0], 'request' | 'sentenceOf'>;

export function CodeProof(props: Props) {
  const sentenceOf = useAccountMessage();
  const request = useAct(signInCustomer);
  return (
    <FreshCode
      {...props}
      request={(mobile) => request.mutateAsync({ body: { mobile } })}
      sentenceOf={sentenceOf}
    />
  );
}
