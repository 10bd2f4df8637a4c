-- What an account holds of points, certificates and status. One per account, replaced as a whole.
create table wallets (
  account bigint primary key references accounts (id),
  content jsonb not null,
  updated_at timestamptz not null
);
