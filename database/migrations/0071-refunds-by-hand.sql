-- What came as cash, by PayNow or by bank transfer goes back by hand: the office sees what it still has to give back.
alter table payment_alarm drop constraint payment_alarm_kind_check;
alter table payment_alarm add constraint payment_alarm_kind_check check (kind in (
  'amount_mismatch', 'other_payment', 'unwanted_payment', 'unknown_payment', 'dispute', 'refund_failed',
  'unknown_refund', 'refund_by_hand'));
