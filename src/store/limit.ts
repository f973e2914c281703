/** At most `limit` uses of `key` in a window of `windowMs`, which begins with the first use. */
export type Limit = { key: string; limit: number; windowMs: number };

/** `resetMs` is how long the window still lasts; a window that has not begun lasts `windowMs`. */
export type LimitState = Limit & { remaining: number; resetMs: number };
