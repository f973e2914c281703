type Warning = { file: string; message: string };

/** Warnings of one kind differ in names and numbers. */
const kindOf = ({ message }: Warning) =>
  message.replaceAll(/\S+/g, (word) => (/^\p{L}+[.,;:]?$/u.test(word) ? word : '…'));

/**
 * Warnings as lines, those of one kind together: of a kind that a whole site has, a few say as much as all.
 * @param most lines of one kind, with how many more there are
 */
export function groupWarnings(warnings: readonly Warning[], most: number, more: string): string[] {
  const kinds = Map.groupBy(warnings, kindOf);
  return [...kinds.values()].flatMap((alike) => {
    const shown = alike.slice(0, most).map(({ file, message }) => `${file}: ${message}`);
    return alike.length > most ? [...shown, `… and ${alike.length - most} more like it${more}`] : shown;
  });
}
