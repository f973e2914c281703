/** The `sort` of an address, when it is one of these: the usual order is not in the address. */
export function readSort<Order extends string>(
  search: Record<string, unknown>,
  orders: readonly Order[],
): { sort?: Order } {
  const sort = orders.find((order) => order === search['sort']);
  return sort === undefined ? {} : { sort };
}
