-- Hotels of chains and listings of agencies are searched apart. With one index for both, each search walked through the mark of its
-- kind, which half of all hotels have. Building these takes 0.1 s for 20 thousand hotels and 7 s for a million; searches continue
-- meanwhile, and only the drain that writes this table waits. Processes of an older version still find the same, but slower.
create index hotel_search_chains on hotel_search using gin (terms) with (fastupdate = off) where terms @> '{@chain}';
create index hotel_search_otas on hotel_search using gin (terms) with (fastupdate = off) where terms @> '{@ota}';
drop index hotel_search_terms;
