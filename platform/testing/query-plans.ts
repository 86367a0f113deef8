import type pg from 'pg';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Collects the plans of what a pool's connections ask from now on, on to `plans`. The planner is asked for the way it
 * would go in a large table: an index, where there is one.
 */
export function collectPlans(pool: pg.Pool, plans: PlanNode[]): void {
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (at >= 0) plans.push((JSON.parse(message.slice(at)) as { Plan: PlanNode }).Plan);
    });
    void client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_format = json;
      set client_min_messages = log; set enable_seqscan = off; set enable_sort = off`);
  });
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Tables of these that are read whole. */
export function scannedOf(plans: readonly PlanNode[], large: ReadonlySet<string>): string[] {
  return plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((table) => large.has(table));
}

/**
 * Tables of these that are read whole by way of an index, for want of one that answers: where scans cost as much as
 * anything, any index is taken. An index of a part of a table is that part.
 */
export async function walkedOf(
  pool: pg.Pool,
  plans: readonly PlanNode[],
  large: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  );
  const partial = new Set(rows.map((row) => row.name));
  return plans
    .flatMap(unlimitedOf)
    .filter((node) => node['Node Type'] === 'Index Scan' && node['Index Cond'] === undefined)
    .filter((node) => large.has(node['Relation Name'] ?? '') && !partial.has(node['Index Name'] ?? ''))
    .map((node) => `${node['Relation Name']} by ${node['Index Name']}`);
}

/** Nodes that are not ended early. */
function unlimitedOf(node: PlanNode): PlanNode[] {
  return node['Node Type'] === 'Limit' ? [] : [node, ...(node.Plans ?? []).flatMap(unlimitedOf)];
}
