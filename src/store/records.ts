type One<Row> = { executeTakeFirst(): Promise<Row | undefined> };
type All<Row> = { execute(): Promise<Row[]> };

/** The first row of a query, as a record. */
export async function firstOf<Row, Item>(
  query: One<Row>,
  toItem: (row: Row) => Item,
): Promise<Item | undefined> {
  const row = await query.executeTakeFirst();
  return row && toItem(row);
}

/** All rows of a query, as records. */
export async function allOf<Row, Item>(query: All<Row>, toItem: (row: Row) => Item): Promise<Item[]> {
  return (await query.execute()).map((row) => toItem(row));
}

/** Whether a query found or changed a row. */
export async function hasRow(query: One<unknown>): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}
