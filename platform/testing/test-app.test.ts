import { expect, it } from 'vitest';
import { runAllTasks, startTestApp } from './test-app.ts';

const { database, services } = await startTestApp({ features: [] });

it('runs all tasks of a queue, even if marking one as done takes longer than looking for the next', async () => {
  await database.pool.query(`
    create function wait_a_moment() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.05); return old; end $$;
    create trigger is_slow before delete on graphile_worker._private_jobs
      for each row execute function wait_a_moment();
    select graphile_worker.add_job('note', json_build_object('number', number), queue_name => 'one')
      from generate_series(1, 3) as number`);
  const ran: unknown[] = [];
  await runAllTasks(database, services, { note: async (payload) => void ran.push(payload) });
  expect(ran).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  const { rows } = await database.pool.query('select from graphile_worker._private_jobs');
  expect(rows, 'the last is marked as done, too').toHaveLength(0);
});
