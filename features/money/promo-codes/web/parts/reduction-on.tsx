import { type ComponentProps, useState } from 'react';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import styles from './reduction-on.module.css';

interface Props {
  readonly icon: ComponentProps<typeof Icon>['of'];
  /** The applied code or hours. */
  readonly words: string;
  /** The label of its remove button, idle and while removing. */
  readonly off: { readonly label: string; readonly busy: string };
  /** Removes it. Rejects with the reason it cannot. */
  readonly takeOff: () => Promise<unknown>;
  /** The user-facing sentence for a rejection of `takeOff`. */
  readonly sentenceOf: (problem: unknown) => string;
}

/** A reduction that is applied to a booking, with a button to remove it. */
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
      <p className={`k-row k-wrap k-between k-gap-6 k-gap-x-16 ${styles.on}`} role="status">
        <span className="k-row k-gap-10 k-break">
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
