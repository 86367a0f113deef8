import { wireTime, wireTimeOrNull } from '../kernel/business-time.ts';
import type { PersonalData } from './personal-data.ts';

const CHANNELS: Readonly<Record<string, string>> = { sms: 'SMS', email: 'E-mail' };

/** Messages sent to a person: that they were sent stays, the address and text do not. */
export const messageData: PersonalData = {
  tables: ['message'],

  async collect({ db }, { id }) {
    const rows = await db
      .selectFrom('message')
      .selectAll()
      .where('customerID', '=', id)
      // Whether a confirmation was sent to a new address would show whether that address has an account; the address
      // itself is part of the account's data.
      .where('kind', '<>', 'email-confirmation')
      // Messages to the crew of their visits are not theirs.
      .where('cleanerID', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return {
      'Messages to you': rows.map((row) => ({
        'Written on': wireTime(row.createdAt),
        'Sent on': wireTimeOrNull(row.sentAt),
        By: CHANNELS[row.channel] ?? row.channel,
        To: row.recipient,
        Subject: row.subject ?? '',
        Text: row.body ?? '',
      })),
    };
  },

  async disclosures({ db, clock }, { id }) {
    const since = clock
      .now()
      .subtract({ hours: 365 * 24 })
      .toString();
    const used = await db
      .selectFrom('message')
      .select('channel')
      .distinct()
      .where('customerID', '=', id)
      .where('sentAt', '>', since)
      .execute();
    return used.map(({ channel }) => ({
      to:
        channel === 'sms' ? 'The gateway that sends our text messages' : 'The server that sends our e-mails',
      what: `Your ${channel === 'sms' ? 'mobile number' : 'e-mail address'} and what we wrote to you`,
      why: 'To write to you about your visits',
    }));
  },

  async forget(tx, { id, mobile, email }) {
    await tx.db
      .updateTable('message')
      .set({ recipient: '', subject: null, body: null, data: null, note: null })
      .where(({ or, eb }) =>
        or([eb('customerID', '=', id), eb('recipient', 'in', [mobile, email].filter(Boolean))]),
      )
      // The farewell message is still to be sent: its text is in the queue.
      .where(({ or, eb }) =>
        or([eb('data', 'is', null), eb('state', 'not in', ['held', 'queued', 'sending'])]),
      )
      .execute();
    await tx.db
      .updateTable('message')
      .set({ state: 'superseded', recipient: '', data: null, note: null })
      .where('customerID', '=', id)
      .where('data', 'is not', null)
      .where('state', 'in', ['held', 'queued'])
      .execute();
  },
};
