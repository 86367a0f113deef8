import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { sandboxMessages } from '#platform/contract/sandbox-calls.ts';
import { callApi } from '#platform/web/api/api.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { codeIn } from '#platform/web/sandbox/inbox.tsx';
import { accountsTexts } from '../texts.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface Props {
  readonly mobile: string;
  readonly onCode: (code: string) => void;
}

/** In the sandbox: takes the newest code from its inbox. In a chunk of its own, which no real business loads. */
export default function SandboxCode({ mobile, onCode }: Props) {
  const bilingual = useBilingual(useText(accountsTexts));
  /** A second press in the same moment does not see `isPending` yet. */
  const isBusy = useRef(false);
  const read = useMutation({
    mutationFn: async () => {
      const { items } = await callApi(sandboxMessages, { query: { to: mobile } });
      const code = items.map(({ body }) => codeIn(body)).find((found) => found !== null);
      if (code === undefined) throw new Error('The message is still on its way.');
      return code;
    },
    // The worker sends it within a second or two.
    retry: 10,
    retryDelay: 500,
    onSuccess: onCode,
    onSettled: () => {
      isBusy.current = false;
    },
  });
  const press = () => {
    if (isBusy.current) return;
    isBusy.current = true;
    read.mutate();
  };
  return (
    <div>
      <TextButton onClick={press}>{bilingual('sandboxCode')}</TextButton>
      <ProblemNotice problem={read.error} />
    </div>
  );
}
