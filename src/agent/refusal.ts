/** A tool or the workspace will not do what the model asked for. `message` says what to do instead; the model reads it. */
export class Refusal extends Error {}
