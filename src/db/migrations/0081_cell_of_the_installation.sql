-- A move between two cells of one name would leave the tenant where no router leads, so its commands compare the names.
alter table installation add column cell text;
comment on column installation.cell is 'The name of the cell, as the process that started last has it. Null until one has started.';
