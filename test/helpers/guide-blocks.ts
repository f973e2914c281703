import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './source-files.ts';

/** A fenced block of a guide. */
export type GuideBlock = {
  /** `docs/guides/curl.md:12` */
  at: string;
  language: string;
  code: string;
  /** Why a test does not run it: the comment `<!-- not run: REASON -->` above the block. */
  notRun: string | null;
};

/** Every block of what people paste from: the README, the first steps and the guides. */
export function guideBlocks(): GuideBlock[] {
  return [
    'README.md',
    'docs/getting-started.md',
    ...globSync('docs/guides/*.md', { cwd: root }).sort(),
  ].flatMap(blocksOf);
}

function blocksOf(file: string): GuideBlock[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const blocks: GuideBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', language = ''] = /^( *)```(\w*)$/.exec(lines[at]!) ?? [];
    if (!lines[at]!.trimStart().startsWith('```')) continue;
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    const code = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    const notRun = /<!-- not run: (.+) -->/.exec(lines[at - 1] ?? '')?.[1] ?? null;
    blocks.push({ at: `${file}:${at + 1}`, language, code: `${code.join('\n')}\n`, notRun });
    at = end;
  }
  return blocks;
}
