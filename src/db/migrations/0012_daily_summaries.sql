-- What each day came to, summed up once by whichever process comes first.

create table daily_summaries (
  day         date primary key,
  summary     json not null,
  created_at  timestamptz not null
);
comment on table daily_summaries is 'Kept as it was told to the operator: rows that it was counted from may be gone by now.';
