-- The secret of a link is looked up by its hash, and kept encrypted for its owner, as those of feeds and boards. A link from before keeps
-- working; its owner replaces it to see it again. No release has had the old column, so no older process needs it.
alter table receipts add column token_hash bytea unique, add column token bytea;
update receipts set token_hash = sha256(convert_to(link, 'UTF8')) where link is not null;
alter table receipts drop column link;
