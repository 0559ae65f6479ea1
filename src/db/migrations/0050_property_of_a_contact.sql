-- `lead.qualified` of a call shows the property that the call was about.
alter table contacts add column property_id text not null default '';
comment on column contacts.property_id is 'The operator''s own id of the property that the address is of, or empty.';
