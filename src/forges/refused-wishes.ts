import { ForgeFault } from '../git/forge-fault.ts';

/**
 * Does what is wished for one by one, for a single name that a forge does not know makes it refuse the whole list.
 * @returns those that it refused
 * @throws ForgeFault when it is away
 */
export async function refusedWishes(
  names: readonly string[],
  grant: (name: string) => Promise<unknown>,
): Promise<string[]> {
  const refused: string[] = [];
  for (const name of names) {
    try {
      await grant(name);
    } catch (error) {
      const isPassing =
        error instanceof ForgeFault && ['forge_unavailable', 'forge_rate_limited'].includes(error.code);
      if (isPassing || !(error instanceof ForgeFault)) throw error;
      refused.push(name);
    }
  }
  return refused;
}
