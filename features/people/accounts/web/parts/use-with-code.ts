import { useRef, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useOneSubmission } from '#platform/web/forms/use-one-submission.ts';

type Step = 'ready' | 'code' | 'done';

/** Runs an action for which the server may require a code: first without one, then with the typed one. */
export function useWithCode(act: (otp: { readonly otp?: string }) => Promise<unknown>) {
  const [step, setStep] = useState<Step>('ready');
  const [problem, setProblem] = useState<Error | null>(null);
  const { isBusy, run } = useOneSubmission();
  const attempt = (otp?: string) =>
    run(async () => {
      setProblem(null);
      try {
        await act(otp === undefined ? {} : { otp });
        setStep('done');
      } catch (error) {
        if (isCodeNeeded(error)) setStep('code');
        else setProblem(error as Error);
      }
    });
  const reset = () => {
    setStep('ready');
    setProblem(null);
  };
  return { step, problem, isBusy, run: attempt, reset };
}

/** The same for a form: its input stays, and it is submitted again with the code. */
export function useFormCode() {
  const [isAsked, setAsked] = useState(false);
  const otp = useRef<{ readonly otp?: string }>({});
  const send = async (act: (otp: { readonly otp?: string }) => Promise<unknown>) => {
    try {
      await act(otp.current);
      setAsked(false);
    } catch (error) {
      if (isCodeNeeded(error)) setAsked(true);
      throw error;
    } finally {
      otp.current = {};
    }
  };
  const submitWith = (typed: string, submit: () => Promise<void>) => {
    otp.current = { otp: typed };
    void submit();
  };
  return { isAsked, send, submitWith, cancel: () => setAsked(false) };
}

/** Whether the server requires a code sent to the user's own number first. */
function isCodeNeeded(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'fresh_code_needed';
}
