import type pg from 'pg';
import { signIn } from './sessions.ts';

/** Who asks, and for what: one of each, the same in every run on the same business. */
export interface Cast {
  readonly office: string;
  readonly cleaner: { readonly id: string; readonly token: string };
  readonly customer: { readonly id: string; readonly token: string; readonly mobile: string };
  readonly postal: string;
  readonly addressID: string;
  readonly packageID: string;
  readonly jobID: string;
  /** Business days: tomorrow, in a week, and so many days ago. */
  day(after: number): string;
}

/** Signs the cast in. @param today `YYYY-MM-DD` */
export async function openCast(client: pg.Client, today: string): Promise<Cast> {
  const one = async (text: string) => {
    const [row] = (await client.query<Record<string, string>>(text)).rows;
    if (row === undefined) throw new Error(`The business has nobody for: ${text}`);
    return (name: string) => row[name] ?? '';
  };
  const cleaner = await one('select id from cleaner order by mobile offset 500 limit 1');
  const home = await one(
    `select customer.id, mobile, postal, customer_address.id as address_id
     from customer join customer_address on customer_id = customer.id order by mobile offset 5000 limit 1`,
  );
  const pack = await one("select id from package where label = 'One-time 3 h'");
  const job = await one(
    `select id from job where status = 'paid' and starts_at < '${today}' order by starts_at desc, id limit 1`,
  );
  const admin = await one('select id from admin limit 1');
  return {
    office: await signIn(client, 'admin', admin('id')),
    cleaner: { id: cleaner('id'), token: await signIn(client, 'cleaner', cleaner('id')) },
    customer: { id: home('id'), token: await signIn(client, 'customer', home('id')), mobile: home('mobile') },
    postal: home('postal'),
    addressID: home('address_id'),
    packageID: pack('id'),
    jobID: job('id'),
    day: (after) => Temporal.PlainDate.from(today).add({ days: after }).toString(),
  };
}
