const line = 'Harbour keeps `container` images close to the machines that run them.';

/** The diff of a file of which every line was changed. */
const changed = (path: string, lines: number) => `diff --git a/${path} b/${path}
--- a/${path}
+++ b/${path}
@@ -1,${lines} +1,${lines} @@
${`-${line}\n`.repeat(lines)}${`+${line} It is free.\n`.repeat(lines)}`;

/** A diff as of a script that rewrote all docs: this many lines in each file, named `docs/page-0.md` and so on. */
export const largeDiff = (lines: readonly number[]): string =>
  lines.map((count, nth) => changed(`docs/page-${nth}.md`, count)).join('');
