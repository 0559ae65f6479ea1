import { rowsOf } from './scratch.ts';

/** Weeks are made for the time of the day: they are left out, with their columns and indexes. */
const ofOurs = `relnamespace = current_schema()::regnamespace and relname !~ '_[0-9]{4}_[0-9]{2}_[0-9]{2}'`;

const catalogs: Readonly<Record<string, string>> = {
  relations: `select relname, relkind, reloptions, pg_get_partkeydef(oid) as key, pg_get_expr(relpartbound, oid) as bound, obj_description(oid, 'pg_class') as comment
                from pg_class
               where ${ofOurs}`,
  columns: `select relname, attnum, attname, format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attstorage, attstattarget,
                   pg_get_expr(adbin, adrelid) as default, col_description(relation.oid, attnum) as comment
              from pg_attribute
              join pg_class relation on relation.oid = attrelid
              left join pg_attrdef on adrelid = attrelid and adnum = attnum
             where ${ofOurs}
               and attnum > 0
               and not attisdropped`,
  constraints: `select relname, conname, pg_get_constraintdef(c.oid) as definition, convalidated
                  from pg_constraint c
                  join pg_class on pg_class.oid = conrelid
                 where ${ofOurs}`,
  indexes: `select relname, pg_get_indexdef(indexrelid) as definition, indisvalid, indisready, indislive
              from pg_index
              join pg_class on pg_class.oid = indexrelid
             where ${ofOurs}`,
  programs: `select oid::regprocedure::text as name, prosrc from pg_proc where pronamespace = current_schema()::regnamespace`,
  triggers: `select relname, tgname from pg_trigger join pg_class on pg_class.oid = tgrelid where ${ofOurs} and not tgisinternal`,
  migrations: 'select name, checksum, runs_with from schema_migrations',
};

/** All that the catalogs of PostgreSQL say of our schema, and which migrations it says it has. */
export async function schemaDump(url: string): Promise<Readonly<Record<string, readonly object[]>>> {
  const dump: Record<string, readonly object[]> = {};
  for (const [name, query] of Object.entries(catalogs))
    dump[name] = await rowsOf(url, `select found.* from (${query}) found order by found::text`);
  return dump;
}

/** Every row of these tables, with all its columns. */
export async function rowsDump(url: string, tables: readonly string[]): Promise<Readonly<Record<string, readonly object[]>>> {
  const dump: Record<string, readonly object[]> = {};
  for (const name of tables) dump[name] = await rowsOf(url, `select to_jsonb(t) as row from ${name} t order by t::text`);
  return dump;
}
