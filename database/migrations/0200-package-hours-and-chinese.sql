-- Whether a visit can be paid with prepaid hours: yes, no, or with the difference in price by card.
alter table package
  add column takes_hours text not null default 'yes'
    constraint package_takes_hours_check check (takes_hours in ('yes', 'no', 'with-difference')),
  -- Texts that customers read, in Chinese; empty: the English one is shown.
  add column description_zh text not null default '',
  add column supplies_to_be_prepared_zh text not null default '';
