import { splitProse } from '../../markdown/split-prose.ts';

/** MDX in fences, which Docusaurus takes away. https://docusaurus.io/docs/i18n/crowdin#mdx-solutions */
export function openMdxCodeBlocks(body: string): string {
  if (!body.includes('mdx-code-block')) return body;
  return splitProse(body)
    .map(({ text, isCode }) =>
      isCode && /^[ \t]*`{3,}mdx-code-block[ \t]*\n/.test(text)
        ? text.replace(/^[^\n]*/, '').replace(/\n[^\n]*```[ \t]*(\n?)$/, '\n$1')
        : text,
    )
    .join('');
}
