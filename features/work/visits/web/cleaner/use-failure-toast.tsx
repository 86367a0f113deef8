import { useRef } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { type FailureContent, useToast } from '#platform/web/design/parts/toast.tsx';
import { BilingualText } from './bilingual-text.tsx';
import { type Pair, words } from './words.ts';

/** Shows one failure at a time, in both languages, until it is closed or replaced. */
export function useFailureToast() {
  const toast = useToast();
  const shown = useRef<number | null>(null);
  const close = () => {
    if (shown.current !== null) toast.close(shown.current);
    shown.current = null;
  };
  const show = (text: Pair, action?: FailureContent['action']) => {
    close();
    shown.current = toast.fail({ text: <BilingualText text={text} />, action });
  };
  return {
    showError: (error: unknown, otherwise: Pair, action?: FailureContent['action']) =>
      show(textOf(error, otherwise), action),
    close,
  };
}

function textOf(error: unknown, otherwise: Pair): Pair {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'offline') return words.offline;
  if (code === 'too_early_to_start') return words.tooEarly;
  if (code === 'too_late_to_undo') return words.tooLateToUndo;
  return otherwise;
}
