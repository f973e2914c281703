import * as languages from '@speed-highlight/core/languages';
import { type ShjLanguageData, tokenizeWith } from '@speed-highlight/core/tokenize';
import css from './highlight.css?inline';

/** The colours of the pieces. */
export const colours = new CSSStyleSheet();
colours.replaceSync(css);

/** A piece of code and its class: `kwd`, `str`, `cmnt`, … */
export type CodePiece = [text: string, kind?: string];

const aliases: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  javascript: 'js',
  jsx: 'js',
  mjs: 'js',
  typescript: 'ts',
  tsx: 'ts',
  python: 'py',
  rust: 'rs',
  golang: 'go',
  yml: 'yaml',
  'c++': 'c',
  cpp: 'c',
  csharp: 'java',
  cs: 'java',
  kotlin: 'java',
  scala: 'java',
  groovy: 'java',
  dart: 'java',
  // Near enough for words, strings and comments.
  php: 'js',
  swift: 'ts',
  ruby: 'py',
  rb: 'py',
  elixir: 'py',
  powershell: 'bash',
  pwsh: 'bash',
  ps1: 'bash',
  properties: 'ini',
  env: 'ini',
  dockerfile: 'docker',
  makefile: 'make',
  perl: 'pl',
  markdown: 'md',
  mdx: 'md',
  json5: 'json',
  jsonc: 'json',
  svg: 'xml',
  vue: 'html',
  patch: 'diff',
  scss: 'css',
};

/** Undefined for an unknown language. */
export function highlight(code: string, language: string): CodePiece[] | undefined {
  const name = language.toLowerCase();
  const all = languages as unknown as Record<string, ShjLanguageData>;
  const found = all[aliases[name] ?? name];
  if (found === undefined) return undefined;
  const pieces: CodePiece[] = [];
  tokenizeWith(code, found, (text, kind) => void pieces.push(kind ? [text, kind] : [text]), {
    languages: all,
  });
  return pieces;
}
