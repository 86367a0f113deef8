import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getJob, listJobs, updateJob } from '#features/work/jobs/contract.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { crewBody } from '#features/work/jobs/web/office/crew-plan.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { moveFollowing, previewFollowingMove, undoSeriesMove } from '#features/work/series/contract.ts';
import { callApi } from '#platform/web/api/api.ts';
import { keyOf, useAct } from '#platform/web/api/queries.ts';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { readDayBoard, readWeekBoard } from '../../contract.ts';
import { clockOf, crewAfter, type Row, type Target } from '../../rules/rows.ts';
import { rowName, timeText } from './board-text.ts';

const READS = [readDayBoard, readWeekBoard, getJob, listJobs, listAvailable];

/** Saves drops, each with Undo; `saving` is the drop that the server has not answered yet. */
export function useDrop(day: string, rowOf: (id: string) => Row | undefined) {
  const [saving, setSaving] = useState<Target | null>(null);
  const update = useAct(updateJob, { refresh: READS });
  const follow = useAct(moveFollowing, { refresh: READS });
  const undoFollow = useAct(undoSeriesMove, { refresh: READS });
  const toast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const failed = (what: string, error: unknown) =>
    toast.fail({ icon: IconAlertTriangle, text: `${what} ${error instanceof Error ? error.message : ''}` });
  const whileSaving = async (target: Target, work: () => Promise<void>) => {
    setSaving(target);
    try {
      await work();
    } catch (error) {
      failed(t('Not moved.'), error);
      // Someone else may have been faster.
      await client.invalidateQueries({ queryKey: keyOf(readDayBoard) });
    } finally {
      setSaving(null);
    }
  };
  /** Unless someone has changed the visit since the drop. */
  const takeBack = async (before: Target['part'], version: number) => {
    const { jobID, startTime, crew, customer } = before.visit;
    const body = {
      startTime,
      ...crewBody(crew.map(({ id }) => id)),
      version,
      tellCustomer: true,
      // The previous crew may have been assigned with an override.
      overrideReason: t('Undo'),
    };
    try {
      await update.mutateAsync({ params: { id: jobID }, body });
      toast.show({ text: t('{{fullname}}’s visit is where it was.', { fullname: customer.fullname }) });
    } catch (error) {
      failed(t('Could not undo.'), error);
    }
  };
  return {
    saving,
    /** Moves one visit. `overrideReason`: why a soft rule does not count. */
    save: (target: Target, overrideReason?: string) =>
      whileSaving(target, async () => {
        const { part, start } = target;
        const body = {
          startTime: `${day} ${clockOf(start)}`,
          ...crewBody(crewAfter(target)),
          version: part.visit.version,
          tellCustomer: true,
          ...(overrideReason !== undefined && { overrideReason }),
        };
        const { version } = await update.mutateAsync({ params: { id: part.visit.jobID }, body });
        // An empty position cannot be emptied again.
        const undo = part.member === null ? undefined : () => void takeBack(part, version);
        toast.show({ text: doneText(target, rowOf(target.rowID)), undo });
      }),
    /** Moves a visit of a series and those after it, unless one of them is not free. */
    saveFollowing: (target: Target) =>
      whileSaving(target, async () => {
        const params = { id: target.part.visit.jobID };
        const startTime = `${day} ${clockOf(target.start)}`;
        const {
          conflicts,
          plan,
          visits: planned,
        } = await callApi(previewFollowingMove, { params, body: { startTime } });
        if (conflicts > 0) {
          const onPress = () => void navigate(`/admin/jobs/${params.id}/view?ask=move-following`);
          const dates =
            conflicts === 1
              ? t('One date of the series is')
              : t('{{conflicts}} dates of the series are', { conflicts });
          const reasons = new Set(planned.map(({ detail }) => detail).filter((detail) => detail !== ''));
          const why = reasons.size === 1 ? ` ${[...reasons].join()}` : '';
          toast.fail({
            icon: IconAlertTriangle,
            text: t('Not moved. {{dates}} not free.{{why}}', { dates, why }),
            action: { label: t('Decide'), onPress },
          });
          return;
        }
        const { moveID, visits } = await follow.mutateAsync({ params, body: { startTime, plan } });
        const moved = visits.filter(({ outcome }) => outcome === 'moves').length;
        const takeBackAll = async (id: string) => {
          try {
            await undoFollow.mutateAsync({ params: { id }, body: {} });
            toast.show({ text: t('The series is where it was.') });
          } catch (error) {
            failed(t('Could not undo.'), error);
          }
        };
        const text = t('{{value}} moved to {{time}}. The customer is told in a minute.', {
          value: moved === 1 ? t('1 visit') : t('{{moved}} visits', { moved }),
          time: timeText(target.start),
        });
        toast.show({ text, undo: moveID === null ? undefined : () => void takeBackAll(moveID) });
      }),
  };
}

/** `Siti Rahmah replaces Mei Ling at Adeline Foo’s, 2:00 pm. The customer is told in a minute.` */
function doneText({ part, start, rowID }: Target, row: Row | undefined): string {
  const { visit, member } = part;
  const to = row === undefined ? '' : rowName(row);
  const told = goesAhead(visit.status) ? t(' The customer is told in a minute.') : '';
  const whose = t('{{fullname}}’s visit', { fullname: visit.customer.fullname });
  const at = timeText(start);
  if (member?.id === rowID) return t('{{whose}} moved to {{at}}.{{told}}', { whose, at, told });
  if (member === null) return t('{{to}} is assigned to {{whose}}, {{at}}.{{told}}', { to, whose, at, told });
  return t('{{to}} replaces {{fullname}} at {{whose}}, {{at}}.{{told}}', {
    to,
    fullname: member.fullname,
    whose,
    at,
    told,
  });
}
