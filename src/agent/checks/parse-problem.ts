import { parseDocument } from 'yaml';

/** Why a JSON or YAML file does not parse; null when it does. */
export function findParseProblem(file: string, text: string): string | null {
  if (/\.ya?ml$/i.test(file))
    return parseDocument(text, { schema: 'core' }).errors[0]?.message.split('\n')[0] ?? null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
