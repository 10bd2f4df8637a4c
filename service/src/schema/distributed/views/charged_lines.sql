-- A statement that changes tables of the coordinator cannot add to a distributed table as well, but a trigger can.
create view charged_lines as
select account, id, at, period, key, endpoint, request_id, credits, live, cached, free from usage_lines;
create trigger charged_line_add instead of insert on charged_lines for each row execute function charged_line_add();
create trigger charged_lines_flush after insert on charged_lines for each statement execute function charged_lines_flush();
