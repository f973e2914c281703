import type { PageLine } from '../page-lines.ts';
import type { FoundFact } from './found-fact.ts';

const languages = {
  node: 'node',
  'node.js': 'node',
  nodejs: 'node',
  python: 'python',
  go: 'go',
  golang: 'go',
  rust: 'rust',
  rustc: 'rust',
};
const stated =
  /(?<![\w.-])\[?(Node(?:\.?js)?|Python|Go|Golang|Rustc?)\]?(?:\([^)\s]{0,200}\))?(?: versions?)?:? ?(?:>=|≥)? ?v?(\d{1,3}(?:\.\d{1,3}){0,2})\b(?:\+| or (?:later|newer|higher|above|greater|up)|,? (?:and|&) (?:later|newer|higher|above|up)| (?:is required|as minimum))?/gi;

/** The smallest version of a language: `requires Node.js 20 or later`. What one feature needs is another thing. */
export function versionFacts({ kind, text, topic }: PageLine): FoundFact[] {
  if (kind === 'code' || kind === 'heading') return [];
  const isOfAll = /install|requirement|prerequisite|getting started|readme|compatib|quick ?start/.test(topic);
  if (!isOfAll && !/\brequires?\b|\bminimum\b|\bprerequisite/i.test(text)) return [];
  return Array.from(text.matchAll(stated), ([whole, language = '', version = '']) => ({
    whole,
    language,
    version,
  }))
    .filter(({ whole }) => /\+$|later|newer|higher|above|greater|\bup$|required|>=|≥/.test(whole))
    .slice(0, 3)
    .map(({ language, version }) => ({
      kind: 'version',
      text: `${language} ${version}`,
      name: languages[language.toLowerCase() as keyof typeof languages],
      value: version,
      group: null,
    }));
}
