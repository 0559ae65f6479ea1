-- One row a text, sent or received. `status` only moves forward; the first of delivered, failed and refused stands.

create table texts (
  id                   text not null,
  tenant_id            text not null references tenants on delete cascade,
  direction            text not null,
  status               text not null,
  contact_id           text,
  phone                text not null,
  our_phone            text not null,
  body                 text not null,
  campaign_id          text,
  campaign_name        text,
  dedupe_key           text,
  provider_message_id  text,
  error_code           text,
  reason               text,
  carrier              text,
  asked_at             timestamptz,
  sent_at              timestamptz,
  finished_at          timestamptz,
  event_at             timestamptz,
  created_at           timestamptz not null,
  version              integer not null default 1,
  silent_checks        integer not null default 0,
  check_at             timestamptz,
  request_id           text,
  trace                bytea,

  -- The tenant stands first, and ids are in the order of creation: the key lists a tenant's texts.
  primary key (tenant_id, id),
  constraint direction_is_known check (direction in ('outbound', 'inbound')),
  constraint status_is_known check (status in ('queued', 'unknown', 'sent', 'delivered', 'failed', 'refused', 'received')),
  constraint received_iff_inbound check ((status = 'received') = (direction = 'inbound')),
  constraint finished_at_iff_final check ((finished_at is not null) = (status in ('delivered', 'failed', 'refused', 'received'))),
  constraint reason_iff_failed check ((reason is not null) = (status in ('failed', 'refused'))),
  constraint campaign_has_both_or_neither check ((campaign_id is null) = (campaign_name is null))
);
comment on column texts.status is 'unknown: the provider gave no answer, so it may have been sent. It is looked for and never sent again. refused: no carrier has seen it.';
comment on column texts.phone is 'The contact''s number, whoever sent the text.';
comment on column texts.our_phone is 'The tenant''s number, whoever sent the text.';
comment on column texts.carrier is 'Of a failed text: tried, never_reached, or unsaid (then it did if the text had been sent). Decides whether sms.failed goes out.';
comment on column texts.asked_at is 'Just before the provider was asked to send it. Real time.';
comment on column texts.sent_at is 'When a carrier took it, which may become known after its end.';
comment on column texts.event_at is 'Its one event (delivered, failed or received) has gone out.';
comment on column texts.version is 'Counts every change, so that an event that was prepared before the lock is known to be of an older state.';
comment on column texts.check_at is 'When the provider is asked next. Null: never.';
comment on column texts.request_id is 'The X-Request-Id of the request that sent it, or of the callback that brought it.';
comment on column texts.trace is 'As in calls: the span of the request that began the text. Null: not traced.';

-- A provider's callback finds its text, and the same inbound text is one row however often it comes.
create unique index text_of_a_provider_message on texts (provider_message_id) where provider_message_id is not null;
create unique index one_text_per_dedupe_key on texts (tenant_id, dedupe_key) where dedupe_key is not null;
-- The conversation with a number: the campaign of a reply, and whose reply it is.
create index texts_with_a_number on texts (tenant_id, phone, id desc);
create index texts_to_check on texts (check_at) where check_at is not null;

create table opted_out (
  tenant_id   text not null references tenants on delete cascade,
  phone       text not null,
  created_at  timestamptz not null,
  primary key (tenant_id, phone)
);
