// `npm run docs` generates the settings' documentation from src/settings.ts, and what says how to run Docent. A house test fails when it is out of date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { settings } from '../src/settings.ts';
import { runTexts } from './how-to-run.ts';

type Setting = { name: string; fallback: string; sentence: string };

/** What each generated file holds, by its path from the root. */
export function settingsDocs(): Record<string, string> {
  const all = Object.entries(settings).map(([name, schema]) => describe(name, schema));
  return { '.env.example': envExample(all), 'docs/reference/configuration.md': reference(all) };
}

function describe(name: string, schema: z.ZodType): Setting {
  const values = (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).enum ?? []) as string[];
  const oneOf = values.length > 0 ? ` One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
  return { name, fallback: shown(schema.parse(undefined)), sentence: `${schema.description}${oneOf}` };
}

/** A default as it would stand in the environment. */
function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object') return Object.values(value ?? {}).join(',');
  return value === undefined ? '' : String(value);
}

function envExample(all: Setting[]): string {
  const entries = all.map(({ name, fallback, sentence }) => `# ${sentence}\n# ${name}=${fallback}\n`);
  return ['# Copy to .env and change what you need. `npm run docs` writes this file.\n', ...entries].join(
    '\n',
  );
}

function reference(all: Setting[]): string {
  const rows = all.map(({ name, fallback, sentence }) => {
    return `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${sentence.replaceAll('|', '\\|')} |`;
  });
  return `---
title: Configuration
description: Every setting, from the environment or a .env file.
---

# Configuration

Settings come from the command line, then the environment, then a \`.env\` file in the current folder, then the defaults.
They are checked at start: a wrong one stops Docent with a sentence that names it, and \`serve\` names those that it does not know.

| setting | default | |
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  for (const [path, text] of Object.entries({ ...settingsDocs(), ...runTexts() }))
    writeFileSync(join(root, path), text);
}
