-- What `worth_listed` and `worth_listed_in` return; `condition` is the part of the statement in which they differ. Every server lists the
-- best of its own shards in one statement, and the coordinator takes the best of these. A statement on all shards takes 20 ms, and a
-- ranking asks about hundreds of nights and classes.
create or replace function worth_listed_where(
  condition text, nights date[], classes int[], factors float8[], adds float8[], least_cpp bigint, of_sources text[], most int
) returns table (hotel bigint, source text, code text, class int, bound bigint, place bigint)
language plpgsql stable as $$
#variable_conflict use_column
declare
  listing constant text := $list$
    select coalesce(json_agg(json_build_object('night', n.night, 'class', k.class, 'hotel', e.hotel, 'worth', e.worth, 'code', e.code,
      'source', e.source)), '[]')
    from unnest(%1$L::date[]) as n(night)
    cross join unnest(%2$L::int[], %3$L::float8[], %4$L::float8[]) with ordinality as k(rated, factor, add, class)
    cross join lateral (
      select hotel, worth, code, source from (%9$s) c
      where %5$s and rated = k.rated and night = n.night and worth >= (%6$s - 0.5) / k.factor - k.add - 0.000001
        and is_ranked(kind, los, occ) and worth is not null
        and (%7$L::text[] is null or array_position(%7$L::text[], source) is not null)
      order by worth desc, code, source limit %8$L::int) e
    $list$;
  hosts text[];
  ports int[];
  listings text[];
begin
  select array_agg(nodename), array_agg(nodeport), array_agg(format(
    listing, nights, classes, factors, adds, condition, least_cpp, of_sources, most, shards)) into hosts, ports, listings
  from (
    select n.nodename, n.nodeport, string_agg('select * from ' || shard_name(s.logicalrelid, s.shardid), ' union all ') as shards
    from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n using (groupid)
    where s.logicalrelid = 'cells'::regclass and n.noderole = 'primary'
    group by n.nodename, n.nodeport) nodes;
  return query
    with answers as materialized (select success, result from master_run_on_worker(hosts, ports, listings, true))
    select l.hotel, l.source, l.code, l.class, floor((l.worth + adds[l.class]) * factors[l.class] + 0.5)::bigint, l.place
    from (
      select l.*, row_number() over (partition by l.night, l.class order by l.worth desc, l.code collate "C", l.source collate "C") as place
      from answers a cross join lateral json_to_recordset(listing_of(a.success, a.result))
        as l(night date, class int, hotel bigint, worth float8, code text, source text)) l
    where most is null or l.place <= most;
end
$$;
