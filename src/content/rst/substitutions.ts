import { parseHtml } from '../markdown/html-page.ts';
import type { Context } from './context.ts';
import { normalName } from './ids.ts';
import { plainText } from './plain-title.ts';

/**
 * `.. include:: <isonum.txt>` names characters as HTML does.
 * https://docutils.sourceforge.io/docs/ref/rst/definitions.html#character-entity-sets
 */
export function namesCharacters(line: string): boolean {
  return /^\.\. include::[ \t]*<(?:iso|mmlextra|mmlalias|xhtml1-)[\w-]*\.txt>/.test(line);
}

/** The source that stands for `|name|`. */
export function substitutionOf(name: string, context: Context): string | undefined {
  const key = normalName(name);
  const given = context.substitutions.get(key) ?? context.facts.substitutions?.[key];
  return given ?? (context.hasCharacterNames ? characterOf(name.trim()) : undefined);
}

function characterOf(name: string): string | undefined {
  if (!/^[a-zA-Z]\w{0,30}$/.test(name)) return undefined;
  const character = plainText(parseHtml(`&${name};`).children);
  return character.endsWith(';') && character.length > 1 ? undefined : character;
}
