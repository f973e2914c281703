import type { Block } from './split-blocks.ts';

/** The name of a tab: `**Python**`, `**Node.js**`, `**File (YAML)**`, `**npm**`. */
const tabName =
  /^\*\*(?:[^*()\n]{1,20}\()?((?:c|c\+\+|c#|c sharp|csharp|curl|dart|elixir|erlang|go|golang|groovy|haskell|java|javascript|js|julia|kotlin|lua|\.net|node|node\.?js|objective-c|perl|php|python|r|ruby|rust|scala|swift|typescript|ts|ya?ml|toml|json|xml|ini|hcl|npm|pnpm|yarn|bun)(?![\w+#]))([^*\n]{0,20})\*\*$/i;
const fenceOf = (block: Block | undefined) =>
  block?.kind === 'code' ? /^\s*[`~]{3,}\s*(\w*)/.exec(block.text)?.[1] : undefined;
const [isScript, isTyped] = [/^(?:js|jsx|javascript)$/, /^(?:ts|tsx|typescript)$/];

/**
 * Without code that only says the same in another language: of tabs with examples for several, the one that the question
 * names, else the first; JavaScript, and not TypeScript right after it. Two tabs for one language say different things.
 */
export function inOneLanguage(blocks: readonly Block[], question: string): Block[] {
  const asked = new Set(question.toLowerCase().split(/[^\p{L}\p{N}+#.]|\.(?![\p{L}\p{N}+#])/u));
  const kept: Block[] = [];
  for (let at = 0; at < blocks.length;) {
    const tabs: Block[][] = [];
    const languages = new Set<string>();
    for (let name: Name | null; (name = nameAt(blocks, at)) !== null && !languages.has(name.language);) {
      const end = blocks.findIndex(({ kind }, nth) => nth > at && kind !== 'code');
      const tab = blocks.slice(at, end < 0 ? undefined : end);
      languages.add(name.language);
      if (asked.has(name.language) || asked.has(name.whole)) tabs.unshift(tab);
      else tabs.push(tab);
      at += tab.length;
    }
    if (tabs.length > 0) kept.push(...tabs[0]!);
    else kept.push(blocks[at++]!);
  }
  return kept.filter((block, at) => {
    const isSame = isTyped.test(fenceOf(block) ?? '') && isScript.test(fenceOf(kept[at - 1]) ?? '');
    return !isSame || asked.has('typescript');
  });
}

type Name = { language: string; whole: string };

/** The name of the tab that begins there, with nothing but code in it. */
function nameAt(blocks: readonly Block[], at: number): Name | null {
  const block = blocks[at];
  if (block?.kind !== 'prose' || blocks[at + 1]?.kind !== 'code') return null;
  const [, language, more] = tabName.exec(block.text.toLowerCase()) ?? [];
  return language === undefined ? null : { language, whole: language + more };
}
