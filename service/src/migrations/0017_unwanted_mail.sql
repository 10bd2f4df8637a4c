-- People who want no mail that they did not ask for, by the hash of their address.
create table unwanted_mail (
  recipient bytea primary key,
  stopped_at timestamptz not null
);

-- Signing in looks for the address in lower case, so an address with a capital letter locked its owner out.
-- Of two people with the same address in different spellings, both stay as they are.
update users u set email = lower(email)
where email <> lower(email) and not exists (select from users o where lower(o.email) = lower(u.email) and o.id <> u.id);
