-- A call whose fate stays unknown for ten minutes loses its permit, its hold and its key, and is only looked for from then on.

alter table calls add column placement_expired_at timestamptz;
comment on column calls.placement_expired_at is 'When the fate of the call had been unknown for too long. It counts against no limit since then, and is hung up if it is found.';
comment on column calls.absent_lookups is 'How often the provider said, a minute or more after it was asked to dial, that it knows no such call. Two close the call.';
comment on column calls.dial_fence is 'Stays 0. Releases before this migration dial a call again, and count that here.';
