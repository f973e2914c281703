import type { CommandDef } from 'citty';

export type Load = () => Promise<CommandDef<any>>;

/** Commands by name, those of two words below the first. */
export type CommandTable = Record<string, Load | Record<string, Load>>;

/** Every command of a table with all words of its name: `keys create`. */
export function listCommands(
  table: CommandTable,
  names: readonly string[] = Object.keys(table),
): [string, Load][] {
  return names.flatMap((name): [string, Load][] => {
    const entry = table[name]!;
    if (typeof entry === 'function') return [[name, entry]];
    return Object.entries(entry).map(([second, load]) => [`${name} ${second}`, load]);
  });
}
