import { expect, test } from 'vitest';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import type { Unsent } from './unsent-items.ts';
import { withUnsent } from './with-unsent.ts';

const at = (time: string) => `2026-11-26T${time}:00+08:00`;
const member = (id: string, startedAt: string | null = null, finishedAt: string | null = null) => ({
  id,
  firstname: id,
  lastname: '',
  fullname: id,
  profilePhoto: '',
  startedAt,
  finishedAt,
});
const JOB = {
  id: 'toa-payoh',
  stage: 'upcoming',
  comment: '',
  checklistDone: 0,
  cleaners: [member('mei'), member('siti')],
  checklist: ['hob', 'sink'].map((id) => ({ id, done: false, doneBy: null })),
} as unknown as Job;
const press = (item: object) => ({ jobID: 'toa-payoh', at: at('09:00'), ...item }) as Unsent;
const start = press({ act: 'start' });
const finish = press({ act: 'finish', at: at('12:00') });

test.each([
  ['nothing', [], ['upcoming', null, null]],
  ['a start', [start], ['in-progress', at('09:00'), null]],
  ['a start and a finish', [start, finish], ['in-progress', at('09:00'), at('12:00')]],
  ['an undone finish', [start, finish, press({ act: 'undo' })], ['in-progress', at('09:00'), null]],
  ['another job’s start', [press({ act: 'start', jobID: 'bishan' })], ['upcoming', null, null]],
])('%s', (_name, items, shown) => {
  const job = withUnsent(JOB, items, 'mei');
  expect([job.stage, job.cleaners[0]?.startedAt, job.cleaners[0]?.finishedAt]).toEqual(shown);
});

test('a start known to the server stays, and the last finish of the crew ends the visit', () => {
  const cleaners = [member('mei', at('08:55')), member('siti', at('09:00'), at('12:00'))];
  const job = withUnsent({ ...JOB, cleaners }, [start, finish], 'mei');
  expect([job.stage, job.cleaners[0]?.startedAt]).toEqual(['done', at('08:55')]);
});

test('ticks and notes are applied in order', () => {
  const tick = (lineID: string, done: boolean) => press({ act: 'tick', lineID, done });
  const items = [
    tick('hob', true),
    tick('sink', true),
    tick('hob', false),
    press({ act: 'comment', text: 'Tap drips' }),
  ];
  const job = withUnsent(JOB, items, 'mei');
  expect(job.checklist?.map((line) => [line.id, line.done, line.doneBy])).toEqual([
    ['hob', false, null],
    ['sink', true, 'mei'],
  ]);
  expect([job.checklistDone, job.comment]).toEqual([1, 'Tap drips']);
});
