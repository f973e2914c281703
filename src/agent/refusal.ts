/** A tool or the workspace refuses the model's request. `message` tells the model what to do instead. */
export class Refusal extends Error {}

export function refuse(message: string): never {
  throw new Refusal(message);
}
