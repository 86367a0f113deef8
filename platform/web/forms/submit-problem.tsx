import { Notice } from '../design/parts/page.tsx';

interface SubmitProblemProps {
  readonly problem: Error | null;
  /** The sentence in the reader's language; defaults to the error's message. */
  sentenceOf?(problem: Error): string;
}

/** Why a form or an action was refused, if no field shows it. Announced when it appears. */
export function SubmitProblem({ problem, sentenceOf = messageOf }: SubmitProblemProps) {
  return <div role="alert">{problem && <Notice kind="bad">{sentenceOf(problem)}</Notice>}</div>;
}

function messageOf({ message }: Error): string {
  return message;
}
