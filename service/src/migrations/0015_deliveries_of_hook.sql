-- When statistics said that nothing is waiting, the planner thought that reading all waiting deliveries by this index and sorting
-- them is as cheap as reading those of one lane in order, and claims read a thousand times too much. It cannot use an index whose
-- condition is written differently.
drop index deliveries_of_hook;
create index deliveries_of_hook on deliveries (hook) where state::text in ('q', 'w');
