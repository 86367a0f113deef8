import { expect, it } from 'vitest';
import { refuse } from '../kernel/refusal.ts';
import { startTestApp } from '../testing/test-app.ts';
import { audit } from './audit.ts';
import { inTransaction } from './database/transaction.ts';

const app = await startTestApp({ features: [] });

const rose = { role: 'admin', id: '0199aaaa-0000-7000-8000-000000000001', sessionID: 's' } as const;

it('records who did what, before and after, when and from where', async () => {
  await inTransaction(app.context(rose), (tx) =>
    audit(tx, {
      action: 'cleaner.trashed',
      subject: { kind: 'cleaner', id: 'c1' },
      before: { trash: 0 },
      after: [1, 2],
      reason: 'left',
    }),
  );
  const [entry] = await app.database.db.selectFrom('audit_entry').selectAll().execute();
  expect(entry).toMatchObject({
    actorRole: 'admin',
    actorID: rose.id,
    action: 'cleaner.trashed',
    subjectKind: 'cleaner',
    subjectID: 'c1',
    before: { trash: 0 },
    after: [1, 2],
    reason: 'left',
    ip: '127.0.0.1',
    at: '2026-11-23 10:00:00+08',
  });
});

it('is not recorded when the transaction rolls back', async () => {
  await inTransaction(app.context(rose), async (tx) => {
    await audit(tx, { action: 'cleaner.made', subject: { kind: 'cleaner', id: 'c2' } });
    return refuse('not_found');
  });
  const rows = await app.database.db.selectFrom('audit_entry').where('subjectID', '=', 'c2').execute();
  expect(rows).toEqual([]);
});

it('is append-only', async () => {
  await expect(app.database.pool.query(`update audit_entry set reason = ''`)).rejects.toThrow('append-only');
});
