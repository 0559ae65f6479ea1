-- Texts of contacts whose callbacks are lost are found in the provider's list. This says up to when it was looked through.
create table looks_for_texts (
  provider       text primary key,
  looked_until   timestamptz not null,
  looking_until  timestamptz,
  next_page      text,
  due_at         timestamptz not null,
  constraint page_iff_looking check ((next_page is null) = (looking_until is null))
);
comment on table looks_for_texts is 'One row a provider of texts, from its first look on. All times are real.';
comment on column looks_for_texts.looked_until is 'Every text that came by then was received, or is nobody''s here.';
comment on column looks_for_texts.looking_until is 'looked_until of the look that is under way, once it has come to its end. Null: none is.';
comment on column looks_for_texts.next_page is 'The provider''s name of the page that is looked at next.';
comment on column looks_for_texts.due_at is 'When a process may look next. One that looks moves it ahead, so that another goes on if it dies.';
