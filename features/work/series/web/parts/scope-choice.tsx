import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { useVisitLabels } from '#features/work/jobs/web/parts/customer/use-visit-labels.ts';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { seriesTexts } from '../texts.ts';

/** Only this visit, or this and following. */
export type Scope = 'this' | 'following';

interface ScopeChoiceProps {
  readonly job: Job;
  /** The number of visits in "this and following". */
  readonly count: number;
  readonly scope: Scope;
  onChange(scope: Scope): void;
}

/** Asks which visits of a series are meant; hidden if there is only this one. */
export function ScopeChoice({ job, count, scope, onChange }: ScopeChoiceProps) {
  const { t } = useText(seriesTexts);
  const { whenOf } = useVisitLabels();
  if (count < 2) return null;
  const when = whenOf(job.startTime);
  return (
    <RadioRows
      label={t('scope.label')}
      name="scope"
      options={[
        { value: 'this', label: t('scope.this'), note: t('scope.thisNote', { when }) },
        { value: 'following', label: t('scope.following'), note: t('scope.followingNote', { count, when }) },
      ]}
      value={scope}
      onChange={onChange}
    />
  );
}
