import { type ComponentProps, useState } from 'react';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import styles from './reduction-on.module.css';

interface Props {
  readonly icon: ComponentProps<typeof Icon>['of'];
  /** What is on: a code, or hours. */
  readonly words: string;
  /** What its way out says, before it is pressed and meanwhile. */
  readonly off: { readonly label: string; readonly busy: string };
  /** Takes it off. Rejects with why it cannot. */
  readonly takeOff: () => Promise<unknown>;
  /** The sentence for what `takeOff` rejected with. */
  readonly sentenceOf: (problem: unknown) => string;
}

/** What takes something off the price of a booking, and the way to do without it. */
export function ReductionOn({ icon, words, off, takeOff, sentenceOf }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await takeOff();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p className={styles.on} role="status">
        <span>
          <Icon of={icon} />
          {words}
        </span>
        <TextButton onClick={() => void press()}>{isBusy ? off.busy : off.label}</TextButton>
      </p>
      {problem !== null && (
        <Notice kind="bad" live>
          {problem}
        </Notice>
      )}
    </>
  );
}
