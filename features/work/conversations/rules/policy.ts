import { DISPATCHERS, defineAction } from '#platform/kernel/policy.ts';

export const writeInThread = defineAction('write in the thread of a job', {
  customer: 'customer',
  admin: 'dispatchers',
});
/** Customer messages stay open until then. */
export const answerThreads = defineAction('answer the threads of jobs', DISPATCHERS);
