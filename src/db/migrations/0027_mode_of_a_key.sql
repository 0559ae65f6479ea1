-- With the cell, what a key's text says before its id: from now on a key is compared whole.

alter table api_keys add column mode text;
comment on column api_keys.mode is 'What the text of the key says after rp_: live or test. Null for a key that was made before this was kept.';
