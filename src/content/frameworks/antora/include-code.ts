import { filesNamed } from '../../includes/file-set.ts';
import type { Insertion } from '../../includes/insert-files.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { partOf, readOptions } from '../../asciidoc/asciidoc-includes.ts';

/** Likeliest first: a site shows one after the other in tabs. */
const endings = ['java', 'kt', 'groovy', 'xml', 'yaml', 'properties'];

/** Files of one name that are compared. */
const maxFiles = 100;

/**
 * `include-code::./MyService[tag=setup]` of Spring's extension: the file of that name whose folders are most those of the
 * page. https://www.npmjs.com/package/@springio/asciidoctor-extensions
 */
export function findIncludedCode(text: string, page: string, tree: FileTree): Insertion[] {
  if (!text.includes('include-code::')) return [];
  const steps = new Set(page.toLowerCase().replaceAll('-', '').split(/[/.]/));
  const likeness = (file: string): number =>
    file
      .toLowerCase()
      .split(/[/.]/)
      .filter((step) => steps.has(step)).length;
  return Array.from(
    text.matchAll(/^include-code::([\w./-]{1,200})\[([^\n]*)\][ \t]*$/gm),
    ({ 0: line, 1: target = '', 2: given = '', index }) => {
      const name = target.slice(target.lastIndexOf('/') + 1);
      const candidates = endings.flatMap((ending) =>
        filesNamed(tree, `${name}.${ending}`)
          .slice(0, maxFiles)
          .toSorted((one, two) => likeness(two) - likeness(one)),
      );
      const render = (content: string, file: string): string => {
        const code = partOf(content, readOptions(given)).replaceAll(/^----$/gm, ' ----');
        return `[source,${file.slice(file.lastIndexOf('.') + 1)}]\n----\n${code}\n----`;
      };
      return { start: index, end: index + line.length, target, candidates, render, isPage: false };
    },
  );
}
