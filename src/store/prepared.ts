import { hash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { Store } from './store.ts';
import { compileBatch, type Query, runBatch } from './batch.ts';

/** A placeholder in a query for a value given at each run. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Queries of the hot path that are built once for each database and set of given fields: to build one takes Kysely several
 * times as long as to run it takes us. Several run as `writeBatch` does.
 * @param make must only pass the given values on: what it sees stands for them. It may look at which fields there are. It
 *   must name the columns that it selects: PostgreSQL refuses a prepared `*` once a migration has added one.
 */
export function prepare<Given extends object, Row>(
  make: (store: Store, given: Given) => Query<Row>[],
  run: (store: Store, queries: readonly CompiledQuery[]) => Promise<unknown[]> = runBatch,
): (store: Store, given: Given) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery[]>();
  return async (store, given) => {
    const fields = Object.keys(given);
    const shape = `${store.kind} ${fields.join()}`;
    let queries = built.get(shape);
    if (queries === undefined) {
      const slots = Object.fromEntries(fields.map((name) => [name, new Slot(name)])) as Given;
      queries = compileBatch(store, make(store, slots));
      if (store.kind === 'postgres') for (const { sql } of queries) names.set(sql, nameOf(sql));
      built.set(shape, queries);
    }
    return (await run(
      store,
      queries.map((query) => filled(query, given)),
    )) as Row[];
  };
}

/** As `prepare`, for one short query that only reads, and that requests wait for. */
export function prepareRead<Given extends object, Row>(
  make: (store: Store, given: Given) => Query<Row>,
): (store: Store, given: Given) => Promise<Row[]> {
  return prepare(
    (store, given) => [make(store, given)],
    async (store, queries) => store.readHere?.(queries[0]!) ?? runBatch(store, queries),
  );
}

function filled(query: CompiledQuery, given: object): CompiledQuery {
  const values = given as Record<string, unknown>;
  const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
  return { ...query, parameters };
}

const names = new Map<string, string>();

function nameOf(sql: string): string {
  return `docent_${hash('sha256', sql, 'hex').slice(0, 32)}`;
}

/** The name under which a connection keeps a prepared query; undefined for all others. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}
