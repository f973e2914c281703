import { cancel, confirm, isCancel, note, password, select, text } from '@clack/prompts';
import { requireNoSecret } from '../accounts/check-source.ts';
import { requireFolder } from '../content/sources/folder.ts';
import { asDocentError } from '../errors.ts';
import { docsFolder } from './arguments.ts';
import { modelsAt, type LocalServer, localServers } from './local-models.ts';
import { UsageError } from './usage-error.ts';

/** The docs' source and the model. */
export type Setup = {
  path?: string | undefined;
  git?: string | undefined;
  site?: string | undefined;
  llms?: string | undefined;
  branch?: string | undefined;
  root?: string | undefined;
  /** The address of the docs site. */
  baseUrl?: string | undefined;
  model?: string | undefined;
  modelUrl?: string | undefined;
  key?: string | undefined;
};

const providers = [
  { value: 'openai/gpt-5-mini', label: 'OpenAI' },
  { value: 'anthropic/claude-sonnet-4-5', label: 'Anthropic' },
  { value: 'google/gemini-2.5-flash', label: 'Google' },
  { value: 'compatible/', label: 'Another OpenAI-compatible server', hint: 'vLLM, llama.cpp, a gateway' },
];

/** Asks a person at a terminal for the options that are missing. Keys are not echoed. */
export async function askForSetup(given: Setup): Promise<Setup> {
  const isNamed = [given.path, given.git, given.site, given.llms].some((one) => one !== undefined);
  const docs = isNamed ? given : await askForDocs();
  const isFiles = docs.site === undefined && docs.llms === undefined;
  const baseUrl = given.baseUrl ?? (isFiles ? await askForAddress() : undefined);
  return { ...docs, baseUrl, ...(await askForModel(await localServers())) };
}

/** Whether to start the server now. */
export async function askToStart(): Promise<boolean> {
  return answered(await confirm({ message: 'Start the server now?' }));
}

async function askForDocs(): Promise<Setup> {
  const where = answered(
    await select({
      message: 'Where are the docs?',
      options: [
        { value: 'path', label: 'In a folder' },
        { value: 'git', label: 'In a git repository' },
        { value: 'site', label: 'On a site' },
      ],
    }),
  );
  if (where === 'path') {
    const folder = docsFolder(undefined);
    const message = 'Docs folder';
    return { path: await ask({ message, initialValue: folder }, (path) => requireFolder(docsFolder(path))) };
  }
  if (where === 'site')
    return { site: await ask({ message: 'Site URL', placeholder: 'https://docs.example.com' }, isSite) };
  const placeholder = 'https://github.com/acme/docs';
  return { git: await ask({ message: 'Repository URL', placeholder }, requireNoSecret) };
}

async function askForAddress(): Promise<string | undefined> {
  const url = await ask(
    {
      message: 'URL of the docs site, for citation links (leave empty if there is none)',
      placeholder: 'https://docs.example.com',
      isOptional: true,
    },
    isSite,
  );
  return url === '' ? undefined : url;
}

async function askForModel(servers: LocalServer[]): Promise<Setup> {
  const local = servers.map(({ name, url, models }) => {
    return { value: url, label: `${name} on this machine`, hint: models.slice(0, 3).join(', ') };
  });
  const none = { value: 'extractive', label: 'None', hint: 'answers are excerpts of the docs, offline' };
  const options = [none, ...local, ...providers];
  const chosen = answered(await select({ message: 'Which model writes the answers?', options }));
  if (chosen === 'extractive') return { model: chosen };
  const server = servers.find(({ url }) => url === chosen);
  if (server !== undefined) return chooseModel(server.url, server.models);
  if (chosen === 'compatible/') {
    const url = await ask({ message: 'Server URL', initialValue: 'http://127.0.0.1:8000/v1' }, isSite);
    const key = answered(await password({ message: 'API key, if it needs one' }));
    return { ...(await chooseModel(url, await modelsAt(url, key))), key };
  }
  const [provider, initialValue] = chosen.split('/');
  const name = await ask({ message: 'Model', initialValue: initialValue! }, isGiven);
  const key = answered(
    await password({ message: 'API key (hidden)', validate: (value) => fault(isGiven, value) }),
  );
  return { model: `${provider}/${name}`, key };
}

/** One of the server's models; a name where it lists none. */
async function chooseModel(modelUrl: string, models: string[]): Promise<Setup> {
  if (models.length === 0) note(`${modelUrl} lists no models.`);
  const name =
    models.length === 0
      ? await ask({ message: 'Model' }, isGiven)
      : answered(
          await select({ message: 'Model', options: models.map((value) => ({ value, label: value })) }),
        );
  return { model: `compatible/${name}`, modelUrl };
}

type Asked = { message: string; initialValue?: string; placeholder?: string; isOptional?: boolean };

/** Asks until the answer is good, and says what is wrong with one that is not. */
async function ask({ isOptional = false, ...asked }: Asked, check: (value: string) => void): Promise<string> {
  const validate = (value = '') => (isOptional && value.trim() === '' ? undefined : fault(check, value));
  return answered(await text({ ...asked, validate })).trim();
}

function fault(check: (value: string) => void, value = ''): string | undefined {
  try {
    isGiven(value);
    check(value.trim());
    return undefined;
  } catch (thrown) {
    return thrown instanceof UsageError ? thrown.message : asDocentError(thrown).message;
  }
}

function isGiven(value: string): void {
  if (value.trim() === '') throw new UsageError('This cannot be empty.');
}

function isSite(url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError('A URL starts with http:// or https://.');
}

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (!isCancel(value)) return value as Exclude<Value, symbol>;
  cancel('Nothing was written.');
  throw new UsageError('Stopped.');
}
