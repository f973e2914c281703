import type { Nodes, Root } from 'mdast';

declare module 'mdast' {
  interface TextData {
    /** The value of an expression. */
    isValue?: true;
  }
}

/** Remains of site syntax that was not understood. */
const leaks = [
  /\{\{[^{}\n]{0,200}\}\}/,
  /\{%[^%\n]{0,200}%\}/,
  /\{[*#][^{}\n]{0,200}[*#]\}/,
  /\{:[ \t]*[.#][\w-][^{}\n]{0,200}\}/,
  // In TeX, it is a color: `\textcolor{#00f}`.
  /(?<!\w)\{#[\w-]+\}/,
  /(?:^|\n)[ \t]*:{3,}/,
  /(?:^|\n)[ \t]*(?:!!!|\?\?\?\+?)[ \t]+\w/,
  /(?:^|\n)[ \t]*===[ \t]+"/,
  /-{1,2}8<-{1,2}/,
  /(?:^|\n)<<<[ \t]/,
  /(?:^|\n)import[ \t]+(?:\w+|\{[^{}\n]{1,200}\})[ \t]+from[ \t]+["']/,
  /(?:^|\n)export[ \t]+(?:const|default|function)[ \t]/,
  // Type parameters (`Vec<T>`) are no noise.
  /(?<![\w.])<\/?(?=[A-Z]\w*[a-z])[A-Z][\w.]*(?:[ \t\n][^<>]{0,300})?\/?>/,
  /<\/?(?:div|span|details|summary|table|t[rdh]|img|br|center|font)\b[^<>]{0,300}>/i,
  /(?:^|\n)\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/,
  /(?:^|\n)\[(?:\[toc\]|TOC|_TOC_)\]/i,
  /:(?:material|fontawesome|octicons|simple)-[\w-]+:/,
  /\{\/\*/,
];

/** A quick test: text without these characters has no noise. */
const marks = /[{<[]|:[:\w]|!!!|\?\?\?|===|import|export/;

/**
 * Noise in the text of a readable page: template tags, JSX, imports. One example per section with noise; code is
 * skipped.
 */
export function findNoise(root: Root): string[] {
  const found: string[] = [];
  let example: string | null = null;
  for (const node of root.children) {
    if (node.type === 'heading') {
      if (example !== null) found.push(example);
      example = null;
    }
    example ??= leakIn(node);
  }
  return example === null ? found : [...found, example];
}

function leakIn(node: Nodes): string | null {
  if (node.type === 'text') {
    // What an expression says, its author wants to be read.
    if (node.data?.isValue === true || !marks.test(node.value)) return null;
    for (const leak of leaks) {
      const match = leak.exec(node.value);
      if (match !== null) return match[0].trim().slice(0, 80);
    }
    return null;
  }
  if (!('children' in node)) return null;
  for (const child of node.children) {
    const leak = leakIn(child);
    if (leak !== null) return leak;
  }
  return null;
}
