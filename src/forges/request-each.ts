import { ForgeFault } from '../git/forge-fault.ts';

/**
 * Sends requests one by one, because a forge refuses a whole list for a single unknown name.
 * @returns the refused ones
 * @throws ForgeFault when the forge is down
 */
export async function requestEach(
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
