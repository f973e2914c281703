import { sql } from 'kysely';
import { DocentError } from '../errors.ts';
import type { Store } from './store.ts';

type Rights = {
  schema: string | null;
  role: string;
  database: string;
  mayCreate: boolean;
  lacking: string | null;
  made: boolean;
  readOnly: boolean;
};

/**
 * Checks that a PostgreSQL lets us make our tables, or use them when another role has made them. Since version 15 only
 * the owner of a database may create anything in the schema `public`.
 * https://www.postgresql.org/docs/15/release-15.html
 * @throws DocentError `not_ready`, saying what to grant
 */
export async function requireRights(store: Pick<Store, 'kind' | 'db'>): Promise<void> {
  if (store.kind !== 'postgres') return;
  const { rows } = await sql<Rights>`
    select current_schema() as schema, current_user as role, current_database() as database,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate",
      to_regclass('migrations') is not null as made,
      current_setting('transaction_read_only') = 'on' as "readOnly",
      (select relname from pg_class where relnamespace = to_regnamespace(current_schema()) and relkind = 'r'
        and to_regclass('migrations') is not null and not (has_table_privilege(oid, 'select')
        and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update')
        and has_table_privilege(oid, 'delete')) limit 1) as lacking`.execute(store.db);
  const problem = problemOf(rows[0]!);
  if (problem !== null) throw new DocentError('not_ready', problem);
}

function problemOf({ schema, role, database, mayCreate, lacking, made, readOnly }: Rights): string | null {
  const name = (text: string) => (/^[a-z_][a-z0-9_]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`);
  if (readOnly)
    return `The database ${database} is read-only for the role ${role}, as a replica is. Name the primary in DOCENT_DATABASE_URL.`;
  if (schema === null)
    return `The role ${role} has no schema in the database ${database}: none of its search_path is there. Its owner makes one: CREATE SCHEMA ${name(role)} AUTHORIZATION ${name(role)};`;
  if (lacking !== null)
    return `The role ${role} may not read and write the table ${lacking} in the database ${database}. Its owner allows it: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name(schema)} TO ${name(role)};`;
  if (!made && !mayCreate)
    return `The role ${role} may not create tables in the schema ${schema} of the database ${database}. Its owner allows it: GRANT CREATE ON SCHEMA ${name(schema)} TO ${name(role)};`;
  return null;
}
