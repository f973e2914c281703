/** The two supported databases. */
export type StoreKind = 'sqlite' | 'postgres';
