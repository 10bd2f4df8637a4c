-- Where the ledger adds the lines of a batch. The server replaces the view by the table when it reads the statement.
create view charged_lines as
select account, id, at, period, key, endpoint, request_id, credits, live, cached, free from usage_lines;
