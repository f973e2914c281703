import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { defineCommand, runCommand } from 'citty';
import { openAskPage } from '../accounts/ask-page-key.ts';
import { createProject } from '../accounts/manage-projects.ts';
import { DocentError } from '../errors.ts';
import { checkSourceReach } from '../deployments/check-source-reach.ts';
import { randomBase62 } from '../lib/ids.ts';
import { dataOption, webUrl } from './arguments.ts';
import { listProjects } from '../store/projects.ts';
import { askForSetup, askToStart, type Setup } from './ask-for-setup.ts';
import { withApp } from './open-app.ts';
import { sourceOf, sourceOptions } from './source-arguments.ts';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

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
    'model-url': { type: 'string', valueHint: 'URL', description: 'URL of a compatible/… server.' },
    'base-url': {
      type: 'string',
      valueHint: 'URL',
      description: 'URL of the docs site, for citation links.',
    },
    'key-stdin': { type: 'boolean', description: 'Read the model’s key from standard input.' },
    data: dataOption,
  },
  async run({ args }) {
    const isAsked = process.stdin.isTTY && args.model === undefined;
    const setup: Setup = isAsked
      ? await askForSetup({ ...args, baseUrl: args['base-url'] })
      : {
          ...args,
          baseUrl: args['base-url'],
          modelUrl: args['model-url'],
          key: args['key-stdin'] === true ? (await text(process.stdin)).trim() : undefined,
        };
    const { source, name } = sourceOf(setup);
    const baseUrl = setup.baseUrl === undefined ? undefined : webUrl('base-url', setup.baseUrl);
    const settings = {
      ...settingsOf(setup),
      ...folderSetting(args.data),
      // That of a project stands with it.
      ...(baseUrl !== undefined && source.kind === 'folder' && { DOCENT_BASE_URL: baseUrl }),
    };
    const what =
      source.kind === 'folder'
        ? source.path
        : `--project ${await addProject(args.data, { source, name, baseUrl: baseUrl ?? null })}`;
    const { written, kept } = tryToWrite('.env', settings);
    if (written.length > 0) console.log(`Wrote ${written.join(', ')} to .env.`);
    else if (kept.length === 0) console.log('.env already has all settings.');
    if (kept.length > 0)
      console.log(
        `Not changed: ${kept.join(', ')}. .env has another value that may be in use; edit it there.`,
      );
    const keyName = missingKey();
    if (keyName !== null)
      console.log(`The model needs a key: add ${keyName}=… to .env, or set it in the environment.`);
    const data = kept.includes('DOCENT_DATA') ? ` --data "${args.data}"` : '';
    const start = [
      'serve',
      ...(source.kind === 'folder' ? [source.path] : ['--project', what.split(' ')[1]!]),
    ];
    if (isAsked && keyName === null && (await askToStart())) {
      const { serveCommand } = await import('./serve.ts');
      await runCommand(serveCommand, {
        rawArgs: [...start.slice(1), ...(data === '' ? [] : ['--data', args.data!])],
      });
      return;
    }
    console.log(
      `Check the machine with \`${program} doctor --system${data}\`, then run \`${program} serve ${what}${data}\`.`,
    );
  },
});

/** The key that `.env` lacks for its model; a compatible server may need none. */
function missingKey(): string | null {
  const known = parseEnv(readFileSync('.env', 'utf8'));
  const [provider = ''] = known['DOCENT_MODEL']?.split('/') ?? [];
  const name = provider === 'compatible' ? undefined : keyNames[provider];
  return name === undefined || known[name] !== undefined ? null : name;
}

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
    throw new UsageError('The key contains invalid characters.');
  return {
    ...settings,
    DOCENT_MODEL: model,
    ...(modelUrl !== undefined && { DOCENT_MODEL_URL: modelUrl }),
    ...(key !== undefined && key !== '' && { [keyName]: key }),
  };
}

/** Later commands find the data folder through this setting. @throws UsageError for a path that `.env` cannot hold */
function folderSetting(dataFolder: string | undefined): Record<string, string> {
  if (dataFolder === undefined) return {};
  if (/["\r\n]/.test(dataFolder)) throw new UsageError('--data takes a path without quotes.');
  return { DOCENT_DATA: dataFolder };
}

/** @throws DocentError `not_ready` in a folder where it cannot be written */
function tryToWrite(file: string, settings: Record<string, string>): ReturnType<typeof writeSettings> {
  try {
    return writeSettings(file, settings);
  } catch (cause) {
    const message = `The file ${file} cannot be written here. Run this in a folder you can write to.`;
    throw new DocentError('not_ready', message, { cause });
  }
}

/**
 * Adds missing settings to the file, readable by its owner only.
 * @returns the added names, and those that have another value there; an existing secret key is kept
 */
function writeSettings(
  file: string,
  settings: Record<string, string>,
): { written: string[]; kept: string[] } {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const known = parseEnv(before);
  const added = Object.entries(settings).filter(([name]) => !(name in known));
  const lines = added
    .map(([name, value]) => `${name}=${/[\s#'`]/.test(value) ? `"${value}"` : value}\n`)
    .join('');
  writeFileSync(file, before + (before === '' || before.endsWith('\n') ? '' : '\n') + lines, { mode: 0o600 });
  chmodSync(file, 0o600);
  const kept = Object.keys(settings).filter(
    (name) => name !== 'DOCENT_SECRET_KEY' && name in known && known[name] !== settings[name],
  );
  return { written: added.map(([name]) => name), kept };
}

/** @returns the domain of the project with this source, created if missing */
function addProject(
  dataFolder: string | undefined,
  { source, name, baseUrl }: ReturnType<typeof sourceOf> & { baseUrl: string | null },
): Promise<string> {
  return withApp(dataFolder, async (app, { id: organizationId }) => {
    await checkSourceReach(source, app.sources);
    const known = (await listProjects(app.store, organizationId)).find(({ sources }) =>
      isDeepStrictEqual(sources, [source]),
    );
    if (known !== undefined) return known.domain;
    const project = await createProject(app.store, {
      organizationId,
      name,
      baseUrl,
      sources: [source],
    });
    return (await openAskPage(app.store, project)).domain;
  });
}
