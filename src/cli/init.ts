import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { defineCommand } from 'citty';
import { createProject } from '../accounts/manage-projects.ts';
import { requireReachable } from '../deployments/require-reachable.ts';
import { randomBase62 } from '../lib/ids.ts';
import { dataOption } from './arguments.ts';
import { askForSetup, type Setup } from './ask-for-setup.ts';
import { withApp } from './open-app.ts';
import { sourceOf, sourceOptions } from './source-arguments.ts';
import { UsageError } from './usage-error.ts';

/** The setting with each provider's key. */
const keyNames: Record<string, string> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  compatible: 'DOCENT_MODEL_KEY',
};

export const initCommand = defineCommand({
  meta: {
    name: 'docent init',
    description: 'Set up Docent in this folder: choose the docs and the model.',
  },
  args: {
    ...sourceOptions,
    model: {
      type: 'string',
      valueHint: 'PROVIDER/MODEL',
      description: 'Such as openai/gpt-5-mini; or extractive.',
    },
    'model-url': { type: 'string', valueHint: 'URL', description: 'Address of a compatible/… server.' },
    'key-stdin': { type: 'boolean', description: 'Read the model’s key from standard input.' },
    data: dataOption,
  },
  async run({ args }) {
    const isAsked = process.stdin.isTTY && args.model === undefined;
    const setup: Setup = isAsked
      ? await askForSetup(args)
      : {
          ...args,
          modelUrl: args['model-url'],
          key: args['key-stdin'] === true ? (await text(process.stdin)).trim() : undefined,
        };
    const { source, name } = sourceOf(setup);
    const settings = settingsOf(setup);
    const what =
      source.kind === 'folder' ? source.path : `--project ${await addProject(args.data, { source, name })}`;
    const written = writeSettings('.env', settings);
    console.log(
      written.length === 0
        ? 'The file .env already has all settings.'
        : `Wrote ${written.join(', ')} to .env.`,
    );
    console.log(`Check the machine with \`docent doctor --system\`, then run \`docent serve ${what}\`.`);
  },
});

/** The settings for `.env`. @throws UsageError for an invalid model or key */
function settingsOf({ model = 'extractive', modelUrl, key }: Setup): Record<string, string> {
  const settings: Record<string, string> = { DOCENT_SECRET_KEY: randomBase62(43) };
  if (model === 'extractive') return settings;
  const keyName = keyNames[model.split('/')[0]!];
  if (keyName === undefined || !/^\w+\/[^\s"'#]+$/.test(model))
    throw new UsageError('--model takes openai/…, anthropic/…, google/… or compatible/…, or extractive.');
  if (model.startsWith('compatible/') !== (modelUrl !== undefined))
    throw new UsageError('--model-url is for compatible/…, which needs it.');
  if (key !== undefined && !/^[\w.:/+=~-]+$/.test(key))
    throw new UsageError('The key contains characters that no key has.');
  return {
    ...settings,
    DOCENT_MODEL: model,
    ...(modelUrl !== undefined && { DOCENT_MODEL_URL: modelUrl }),
    ...(key !== undefined && key !== '' && { [keyName]: key }),
  };
}

/** Adds missing settings to the file, readable by its owner only. @returns the added names */
function writeSettings(file: string, settings: Record<string, string>): string[] {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const known = new Set(
    before.split('\n').map((line) =>
      line
        .split('=')[0]!
        .replace(/^export /, '')
        .trim(),
    ),
  );
  const added = Object.entries(settings).filter(([name]) => !known.has(name));
  const lines = added.map(([name, value]) => `${name}=${value}\n`).join('');
  writeFileSync(file, before + (before === '' || before.endsWith('\n') ? '' : '\n') + lines, { mode: 0o600 });
  chmodSync(file, 0o600);
  return added.map(([name]) => name);
}

/** @returns the domain of the project with this source, created if missing */
function addProject(
  dataFolder: string | undefined,
  { source, name }: ReturnType<typeof sourceOf>,
): Promise<string> {
  return withApp(dataFolder, async (app, { id: organizationId }) => {
    await requireReachable(source, app.sources);
    const project = await createProject(app.store, {
      organizationId,
      name,
      baseUrl: null,
      sources: [source],
    });
    return project.domain;
  });
}
