import { useRef, useState } from 'react';

/** Runs one submission at a time: a second press while the first is running does nothing. */
export function useOneSubmission() {
  const [isBusy, setBusy] = useState(false);
  // Two quick presses arrive before the next render: state alone would let both through.
  const running = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { isBusy, run };
}
