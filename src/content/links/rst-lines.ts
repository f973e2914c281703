/** A line of reStructuredText outside of literal blocks, with the directive that it begins. */
type RstLine = {
  text: string;
  /** Line number, from 0. */
  nth: number;
  /** Offset of the line's first character. */
  start: number;
  directive: { name: string; argument: string; at: number } | null;
};

/** Directives whose content is literal text or data, not markup. */
const literal =
  /^(?:code|code-block|sourcecode|parsed-literal|literalinclude|math|raw|productionlist|highlight|prompt|testcode|testsetup|testoutput|doctest|graphviz|mermaid|ipython|command-output|program-output)$/;
/** Marks of list items, fields, line blocks and table cells, which may stand before what a line begins. */
const marks =
  /^[ \t]*(?:(?:[-*+•‣⁃|]|\(?(?:\d{1,4}|#|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,7})[.)]|:[^:\s][^:]{0,60}:)[ \t]+){0,5}/;
const directive = /^\.\.[ \t]+(?:\|[^|]{1,100}\|[ \t]+)?(\w[\w:.+-]{0,60}?)[ \t]?::[ \t]*(.{0,2000})$/;

/** Lines but literal blocks. https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#literal-blocks */
export function rstLines(text: string): RstLine[] {
  const found: RstLine[] = [];
  let start = 0;
  /** Lines with more indent than this belong to a literal block. */
  let block: number | null = null;
  const lines = text.split('\n');
  for (const [nth, line] of lines.entries()) {
    const clean = line.replace(/\r$/, '');
    const indent = clean.search(/\S/);
    if (block !== null && indent >= 0 && indent <= block) block = null;
    if (block === null && indent >= 0) {
      const column = marks.exec(clean)![0].length;
      const [whole, name, argument] = directive.exec(clean.slice(column)) ?? [];
      const at = whole === undefined ? 0 : clean.length - argument!.length;
      found.push({
        text: clean,
        nth,
        start,
        directive: whole === undefined ? null : { name: name!, argument: argument!.trim(), at: start + at },
      });
      // Without an empty line below, `::` ends a term and not a paragraph.
      const opens =
        whole === undefined ? clean.endsWith('::') && !lines[nth + 1]?.trim() : literal.test(name!);
      if (opens) block = column;
    }
    start += line.length + 1;
  }
  return found;
}
