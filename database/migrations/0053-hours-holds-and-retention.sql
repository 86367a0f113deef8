-- When a visit is cancelled after its hours have expired, their lot is extended once more. This column keeps the lot's
-- own expiry, so that hours which were booked during the extension are not extended again.
alter table credit_lot add column original_expires_at timestamptz;

-- Until when the hours of a gift can be used, as its sender and its receiver are told. Null: they do not expire.
alter table credit_gift add column hours_expire_at timestamptz;
update credit_gift set hours_expire_at = (
  select min(lot.expires_at) from credit_gift_part as part join credit_lot as lot on lot.id = part.lot_id
  where part.gift_id = credit_gift.id
);
-- A gift can be claimed for as long as all of its hours can be used.
update credit_gift set expires_at = hours_expire_at
where claimed_at is null and returned_at is null and hours_expire_at < expires_at;
-- The default terms said that a gift lasts so many months from the claim; versions that the office has saved keep the
-- rest of their words.
update site_block_version set content = replace(replace(content::text,
  'whoever gets them has {claimDays} days to claim them, and {giftMonths} months to use them. What nobody claims comes back to you.',
  'your friend can claim them for {claimDays} days, or until the first of them expire if that is sooner. A gift does not change when hours expire. Hours that are not claimed come back to you.'),
  '对方有 {claimDays} 天可以领取，领取后 {giftMonths} 个月内有效。没有人领取的，会退回给您。',
  '对方可以在 {claimDays} 天内领取；如果钟点更早到期，就要在到期之前领取。赠送不会改变钟点的有效期。没有人领取的，会退回给您。')::jsonb
where content::text like '%{giftMonths}%';
update site_block_draft set content = replace(replace(content::text,
  'whoever gets them has {claimDays} days to claim them, and {giftMonths} months to use them. What nobody claims comes back to you.',
  'your friend can claim them for {claimDays} days, or until the first of them expire if that is sooner. A gift does not change when hours expire. Hours that are not claimed come back to you.'),
  '对方有 {claimDays} 天可以领取，领取后 {giftMonths} 个月内有效。没有人领取的，会退回给您。',
  '对方可以在 {claimDays} 天内领取；如果钟点更早到期，就要在到期之前领取。赠送不会改变钟点的有效期。没有人领取的，会退回给您。')::jsonb
where content::text like '%{giftMonths}%';
