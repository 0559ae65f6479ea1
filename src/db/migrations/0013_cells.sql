-- A cell is one PostgreSQL, one Redis and their processes; a key says in its text which one its tenant lives in.

alter table api_keys add column cell text;
comment on column api_keys.cell is 'The cell that the text of the key names. Null for a key that was made before this was kept.';
