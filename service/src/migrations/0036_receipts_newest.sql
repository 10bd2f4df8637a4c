-- Accounts list their receipts, newest first.
create index receipts_newest on receipts (account, made_at desc, id desc);
