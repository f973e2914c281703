import { type ArgsDef, type CommandDef, parseArgs } from 'citty';
import { didYouMean } from './did-you-mean.ts';
import { UsageError } from './usage-error.ts';

const hintOf = (arg: ArgsDef[string] | undefined) => (arg && 'valueHint' in arg ? arg.valueHint : undefined);

/**
 * Refuses what citty ignores, so that typos are noticed: unknown options, extra arguments, a missing required
 * choice, and empty text.
 * @throws UsageError
 */
export function checkArguments(command: CommandDef<any>, words: string[]): void {
  const known = (command.args ?? {}) as ArgsDef;
  const options = words
    .slice(0, words.includes('--') ? words.indexOf('--') : words.length)
    .filter((word) => /^--?[a-z]/i.test(word));
  for (const word of options) {
    const name = word.replace(/^--?/, '').replace(/=.*/s, '');
    if (!(name in known)) {
      const options = Object.keys(known).map((option) => `--${option}`);
      // `--branch` for `--ref BRANCH`.
      const hinted = Object.keys(known).find((each) => hintOf(known[each]) === name.toUpperCase());
      const meant = didYouMean(hinted === undefined ? `--${name}` : `--${hinted}`, options);
      throw new UsageError(`There is no option "${word}".${meant} Run the command with --help.`);
    }
  }
  const given = parseArgs(words, known);
  const positional = Object.entries(known).filter(([, { type }]) => type === 'positional');
  const tooMany = given._[positional.length];
  if (tooMany !== undefined)
    throw new UsageError(`Unexpected argument "${tooMany}". Put text with spaces in quotes.`);
  for (const [name, { type, required }] of Object.entries(known)) {
    if (required !== true) continue;
    const value = given[name];
    if (value === undefined) throw new UsageError(`--${name} is missing. Run the command with --help.`);
    if (type === 'positional' && String(value).trim() === '')
      throw new UsageError(`The ${name} is empty. Run the command with --help.`);
  }
}
