import type { FileTree } from './file-tree.ts';

/** The rest of a summary may be all that the build knows. */
const pageTemplate = /^((?!(?:.*\/)?SUMMARY\.).+\.(?:mdx?|markdown|rst|adoc|asciidoc))\.in$/i;

/**
 * The tree with each page's template, which a build fills in (`guide.md.in`, by the convention of configure and CMake),
 * as the page that it becomes, unless that is there, too. What the build would fill in stays as written.
 */
export function withFilledTemplates(tree: FileTree): FileTree {
  const known = new Set(tree.files);
  const templates = new Map<string, string>();
  for (const file of tree.files) {
    const page = pageTemplate.exec(file)?.[1];
    if (page !== undefined && !known.has(page)) templates.set(page, file);
  }
  if (templates.size === 0) return tree;
  const sourceOf = (file: string): string => templates.get(file) ?? file;
  const { versionOf } = tree;
  return {
    ...tree,
    files: [...tree.files, ...templates.keys()].sort(),
    read: (file) => tree.read(sourceOf(file)),
    ...(versionOf && { versionOf: (file) => versionOf(sourceOf(file)) }),
  };
}
