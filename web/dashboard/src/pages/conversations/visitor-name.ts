import { playgroundFp } from '../playground/ask.ts';

/** Who asked and by which channel, in words: the widget, the playground and programs name readers by random ids. */
export function visitorName(fp: string): string {
  if (fp === playgroundFp) return 'Playground';
  if (fp === '' || fp === 'anonymous') return 'Anonymous';
  const [, kind, id] = /^(web|mcp|api|openai)_([\da-f-]{8,})$/i.exec(fp) ?? [];
  if (id === undefined) return fp;
  return `${channels[kind!.toLowerCase()]} ${id.slice(-4).toUpperCase()}`;
}

const channels: Record<string, string> = {
  web: 'Visitor',
  mcp: 'Agent over MCP',
  api: 'API client',
  openai: 'OpenAI client',
};
