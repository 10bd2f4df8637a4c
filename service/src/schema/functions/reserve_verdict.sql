-- Whether a meter has room for the worst case of a job. `standing`: a schedule asks, which goes on after the revocation of its key.
create or replace function reserve_verdict(m meters, payer_key bigint, worst bigint, standing boolean) returns text
language plpgsql immutable as $$
begin
  return case
    when not standing and array_position(m.owners, payer_key) is null then 'revoked'
    when m.used >= m.allowance then 'spent'
    when m.used + m.held + worst > m.allowance then 'short'
    else 'ok'
  end;
end
$$;
