import { mapProse } from './split-prose.ts';

/** Inline code without the language at its end: `` `map(x){:js}` ``. https://rehype-pretty.pages.dev/#inline-code */
export function dropCodeLanguages(body: string): string {
  if (!body.includes('{:')) return body;
  return mapProse(body, (prose) => prose.replaceAll(/(`[^`\n]{0,300}[^`\s])\{:\.?[\w-]{1,30}\}`/g, '$1`'));
}
