/** A command line that cannot be meant. */
export class UsageError extends Error {}
