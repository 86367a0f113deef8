import { useRef, useState } from 'react';
import { isCodeNeeded } from './account-text.ts';

type Step = 'ready' | 'code' | 'done';

/** An act that the server may want a code for: tried without one first, then with the one that was typed. */
export function useWithCode(act: (otp: { readonly otp?: string }) => Promise<unknown>) {
  const [step, setStep] = useState<Step>('ready');
  const [problem, setProblem] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  // Two quick presses come before the first is drawn.
  const running = useRef(false);
  const run = async (otp?: string) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await act(otp === undefined ? {} : { otp });
      setStep('done');
    } catch (error) {
      if (isCodeNeeded(error)) setStep('code');
      else setProblem(error as Error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const reset = () => {
    setStep('ready');
    setProblem(null);
  };
  return { step, problem, isBusy, run, reset };
}
