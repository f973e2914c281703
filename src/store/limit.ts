/** At most `limit` uses of `key` in a window of `windowMs` that starts with the first use. */
export type Limit = { key: string; limit: number; windowMs: number };

/** `resetMs` is the rest of the window; a window that has not begun lasts `windowMs`. */
export type LimitState = Limit & { remaining: number; resetMs: number };
