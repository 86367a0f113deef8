/** A node of what `explain (analyze, format json)` says. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

const TELLING = /Scan$|Sort$/;
/** Reading what a node below has found says nothing new. */
const HOUSEKEEPING = new Set([
  'Subquery Scan',
  'Bitmap Heap Scan',
  'CTE Scan',
  'Function Scan',
  'Values Scan',
]);

/** In a line: what was read through which index, what was sorted, and how many rows came of it. */
export function planEssence(plan: PlanNode): string {
  const steps = telling(plan);
  return steps.length === 0 ? 'no table' : steps.join('; ');
}

function telling(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(telling);
  const kind = node['Node Type'];
  if (!TELLING.test(kind) || HOUSEKEEPING.has(kind)) return below;
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops']).toLocaleString('en');
  return [...below, `${nameOf(node)} ${rows}`];
}

function nameOf(node: PlanNode): string {
  const kind = node['Node Type'].toLowerCase();
  const index = node['Index Name'];
  if (index === undefined) return `${kind} ${node['Relation Name'] ?? ''}`.trimEnd();
  return kind === 'index only scan' ? `${index} (alone)` : index;
}
