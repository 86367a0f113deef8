import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { JOB_TYPE_NAMES, JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { CLEANERS } from '#features/people/cleaners/web/parts/cleaner-page.tsx';
import styles from '#features/people/cleaners/web/parts/parts.module.css';
import type { ReplyOf } from '#platform/contract/call.ts';
import { readDay } from '#platform/kernel/business-time.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Loaded, Panel, Panels, RecordPage } from '#platform/web/office/record.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { type Block, createBlocks, listBlocks, removeBlock, type SentBlock } from '../../contract/blocks.ts';
import { addTimeOff } from '../../contract.ts';
import { useTimeOffLabel } from '../office/time-off-list.tsx';
import { CoverThem, coverAddress } from './cover-link.tsx';
import { BLOCK_READS } from './schedule-reads.ts';
import { CleanersField, PeriodFields } from './time-off-fields.tsx';
import { TimeOffForm } from './time-off-form.tsx';
import { type BlockValues, blockForm, EMPTY_PERIOD, type TimeOffValues, timesOf } from './time-off-values.ts';
import { useFailedToast } from './use-failed-toast.ts';
import type { Someone } from './use-set-time-off.ts';

/** More cleaners than any company of this kind has. */
const EVERYONE = 5000;

/**
 * /admin/cleaners/set-unavailable-date: the same time off for several cleaners, and block bookings.
 * `?cleanerID=…&day=2026-11-26&reason=Sick` fills in the time off.
 */
export function Component() {
  const [params] = useSearchParams();
  const everyone = useCall(listCleaners, { query: { size: EVERYONE, count: '0' } });
  return (
    <RecordPage list={CLEANERS} title={t('Set time off')}>
      <Loaded query={everyone} what={t('the cleaners')}>
        {({ items }) => (
          <Panels
            left={
              <Panel
                title={t('Time off')}
                note={t('Cleaners cannot be booked during time off. Booked jobs stay until you move them.')}
              >
                <EditableBy call={addTimeOff}>
                  <TimeOffForm key={params.toString()} cleaners={items} begins={beginningIn(params, items)} />
                </EditableBy>
              </Panel>
            }
            right={
              <>
                <Panel
                  title={t('Block time')}
                  note={t(
                    'For a training day or stocktaking: no visits, or none of one kind, can be booked.',
                  )}
                >
                  <EditableBy call={createBlocks}>
                    <BlockForm cleaners={items} />
                  </EditableBy>
                </Panel>
                <Panel title={t('Blocked from today')}>
                  <BlockList />
                </Panel>
              </>
            }
          />
        )}
      </Loaded>
    </RecordPage>
  );
}

/** What the address fills in; an unknown cleaner or day is ignored. */
function beginningIn(params: URLSearchParams, cleaners: readonly Someone[]): Partial<TimeOffValues> {
  const id = params.get('cleanerID');
  const day = params.get('day') ?? '';
  return {
    cleanerIDs: cleaners.filter((cleaner) => cleaner.id === id).map((cleaner) => cleaner.id),
    ...(readDay(day) !== null && { firstDay: day, lastDay: day }),
    description: (params.get('reason') ?? '').slice(0, 200),
  };
}

/** More than are ever upcoming at once. */
const MAX_SHOWN = 200;

/** Current and upcoming block bookings, next one first, each with a remove button. */
export function BlockList() {
  const query = { from_date: today(), sortby: 'startTime', order: 'asc', size: MAX_SHOWN } as const;
  const blocks = useCall(listBlocks, { query });
  const remove = useRemoveBlock();
  const mayRemove = useMayCall(removeBlock);
  const timeOffLabel = useTimeOffLabel();
  return (
    <Loaded query={blocks} what={t('the blocked times')}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="k-muted">{t('Nothing is blocked.')}</p>
        ) : (
          <ul className="k-ruled">
            {items.map((block) => (
              <li key={block.id} className="k-row k-baseline k-between k-gap-12">
                <span>
                  <b>{timeOffLabel(block)}</b> {block.description}
                  <span className="k-muted"> {blockScopeLabel(block)}</span>
                </span>
                {mayRemove && (
                  <TextButton onClick={() => void remove(block)}>
                    {t('Remove')}
                    <span className="k-hidden"> {timeOffLabel(block)}</span>
                  </TextButton>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** "Everyone, spring cleaning only" */
function blockScopeLabel({ cleanerType, cleanerIDs, jobType }: Block): string {
  const some = cleanerIDs.length === 1 ? '1 cleaner' : t('{{count}} cleaners', { count: cleanerIDs.length });
  const whom = cleanerType === 'all' ? t('Everyone') : some;
  return jobType === ''
    ? whom
    : t('{{whom}}, {{toLowerCase}} only', { whom, toLowerCase: JOB_TYPE_NAMES[jobType].toLowerCase() });
}

/** Removes a block; Undo recreates it. */
function useRemoveBlock() {
  const toast = useToast();
  const failed = useFailedToast();
  const timeOffLabel = useTimeOffLabel();
  const remove = useAct(removeBlock, { refresh: BLOCK_READS });
  const putBack = useAct(createBlocks, { refresh: BLOCK_READS });
  return async (block: Block) => {
    try {
      await remove.mutateAsync({ params: { id: block.id } });
    } catch (error) {
      failed(t('We could not remove the block.'))(error);
      return;
    }
    const { startTime, endTime, description, jobType, cleanerType } = block;
    const cleanerIDs = cleanerType === 'all' ? [] : block.cleanerIDs;
    const again = { startTime, endTime, description, jobType, cleanerType, cleanerIDs };
    toast.show({
      text: t('{{timeOff}} can be booked again.', { timeOff: timeOffLabel(block) }),
      undo: () =>
        putBack.mutate(
          { body: { unavailable_dates: [again] } },
          { onError: failed(t('We could not put it back.')) },
        ),
    });
  };
}

type Conflicts = ReplyOf<typeof createBlocks>['conflicts'];

const EMPTY: BlockValues = { ...EMPTY_PERIOD, cleanerType: 'all', cleanerIDs: [], jobType: '' };
const WHOM = [
  { value: 'all', label: t('Everyone') },
  { value: 'selected', label: t('Some cleaners') },
] as const;

/** Blocks a time for visits, and shows those that are already booked in it. */
export function BlockForm({ cleaners }: { readonly cleaners: readonly Someone[] }) {
  const create = useAct(createBlocks, { refresh: BLOCK_READS });
  const toast = useToast();
  const [conflicts, setConflicts] = useState<Conflicts>([]);
  const form = useForm<BlockValues>({
    initial: EMPTY,
    draft: 'block',
    schema: blockForm,
    send: async (values) => {
      const made = await create.mutateAsync({ body: { unavailable_dates: [sentBlock(values)] } });
      setConflicts(made.conflicts);
      form.set(EMPTY);
      toast.show({ text: t('That time is now blocked.') });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="k-stack k-left k-gap-14 k-form">
      <Segments
        label={t('For')}
        value={form.values.cleanerType}
        onChange={(cleanerType) => form.set({ cleanerType })}
        options={WHOM}
      />
      {form.values.cleanerType === 'selected' && (
        <CleanersField
          cleaners={cleaners}
          chosen={form.values.cleanerIDs}
          error={form.errors.cleanerIDs}
          onChange={(cleanerIDs) => form.set({ cleanerIDs })}
        />
      )}
      <SelectField
        label={t('Kind of visit')}
        options={[{ value: '', label: t('All visits') }, ...JOB_TYPE_OPTIONS]}
        {...form.text('jobType')}
      />
      <PeriodFields form={form} />
      <SubmitProblem problem={form.problem} />
      <BookedInIt conflicts={conflicts} cleaners={cleaners} />
      <Button type="submit" busy={form.sending && t('Blocking')}>
        {t('Block this time')}
      </Button>
    </form>
  );
}

function sentBlock(values: BlockValues): SentBlock {
  const { description, cleanerType, jobType } = values;
  const cleanerIDs = cleanerType === 'all' ? [] : [...values.cleanerIDs];
  return {
    ...timesOf(values),
    description,
    cleanerType,
    cleanerIDs,
    jobType: jobType as SentBlock['jobType'],
  };
}

interface BookedProps {
  readonly conflicts: Conflicts;
  readonly cleaners: readonly Someone[];
}

/** Visits that were booked before: they stay until the office covers them. */
function BookedInIt({ conflicts, cleaners }: BookedProps) {
  const { date, time } = useFormat();
  const names = new Map(cleaners.map(({ id, firstname }) => [id, firstname]));
  if (conflicts.length === 0) return null;
  const cleanerIDs = [...new Set(conflicts.map(({ cleanerID }) => cleanerID))];
  const visits = new Set(conflicts.map(({ jobID }) => jobID)).size;
  return (
    <>
      <CoverThem visits={visits} to={coverAddress(cleanerIDs, conflicts)} />
      <ul className={styles.jobs}>
        {conflicts.map(({ jobID, cleanerID, startTime }) => (
          <li key={`${jobID} ${cleanerID}`}>
            <TextLink href={`/admin/jobs/${jobID}/view`}>
              {date(startTime)}, {time(startTime)}
            </TextLink>{' '}
            {names.get(cleanerID)}
          </li>
        ))}
      </ul>
    </>
  );
}
