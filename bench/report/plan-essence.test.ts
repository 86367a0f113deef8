import { expect, test } from 'vitest';
import { type PlanNode, planEssence } from './plan-essence.ts';

const node = (kind: string, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': kind,
  'Actual Rows': 1,
  'Actual Loops': 1,
  ...more,
});

test('a plan in a line: indexes, sorts and tables read whole, in the order in which they are read', () => {
  const plan = node('Limit', {
    Plans: [
      node('Sort', {
        'Actual Rows': 25,
        Plans: [
          node('Nested Loop', {
            Plans: [
              node('Bitmap Heap Scan', {
                'Relation Name': 'customer',
                Plans: [node('Bitmap Index Scan', { 'Index Name': 'customer_words', 'Actual Rows': 1200 })],
              }),
              node('Index Only Scan', { 'Index Name': 'job_count', 'Actual Rows': 2, 'Actual Loops': 1200 }),
              node('Seq Scan', { 'Relation Name': 'package', 'Actual Rows': 6 }),
            ],
          }),
        ],
      }),
    ],
  });
  expect(planEssence(plan)).toBe(
    'customer_words 1,200; job_count (alone) 2,400; seq scan package 6; sort 25',
  );
});

test('a statement that reads no table says so', () => {
  expect(planEssence(node('Result'))).toBe('no table');
});
