import type { Selectable } from 'kysely';
import type { ArchiveExport as ExportTable } from '#database/generated.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { instantToWire, readDatabaseTime, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { ArchiveExport } from '../contract.ts';
import { KEPT_HOURS } from '../rules/file-lifetime.ts';

export type ExportRow = Selectable<ExportTable>;

export async function toExports(ctx: Context, rows: readonly ExportRow[]): Promise<ArchiveExport[]> {
  const names = await adminNames(ctx, [...new Set(rows.map((row) => row.started_by))]);
  return rows.map((row) => ({
    id: row.id,
    state: row.state as ArchiveExport['state'],
    path: row.path,
    rows: row.rows,
    ofRows: row.of_rows,
    pictures: row.pictures,
    ofPictures: row.of_pictures,
    bytes: row.bytes,
    failure: row.failure,
    by: names.get(row.started_by) ?? '',
    createdAt: wireTime(row.created_at),
    endedAt: wireTimeOrNull(row.ended_at),
    removedAt: row.state === 'done' && row.ended_at !== null ? removalOf(ctx, row.ended_at) : null,
  }));
}

export async function toExport(ctx: Context, row: ExportRow): Promise<ArchiveExport> {
  const [shown] = await toExports(ctx, [row]);
  if (shown === undefined) throw new Error('An export was not converted.');
  return shown;
}

function removalOf({ config }: Context, endedAt: string): string {
  return instantToWire(readDatabaseTime(endedAt).add({ hours: KEPT_HOURS }), config.BUSINESS_TZ);
}
