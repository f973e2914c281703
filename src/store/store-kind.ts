/** The two databases that state may live in. */
export type StoreKind = 'sqlite' | 'postgres';
