import { cancel, isCancel, password, select, text } from '@clack/prompts';
import { docsFolder } from './arguments.ts';
import { UsageError } from './usage-error.ts';

/** The docs' source and the model. */
export type Setup = {
  path?: string | undefined;
  git?: string | undefined;
  site?: string | undefined;
  llms?: string | undefined;
  branch?: string | undefined;
  root?: string | undefined;
  model?: string | undefined;
  modelUrl?: string | undefined;
  key?: string | undefined;
};

const models = [
  { value: 'extractive', label: 'None: answers are excerpts of the docs, offline' },
  { value: 'openai/gpt-5-mini', label: 'OpenAI' },
  { value: 'anthropic/claude-sonnet-4-5', label: 'Anthropic' },
  { value: 'google/gemini-2.5-flash', label: 'Google' },
  { value: 'compatible/', label: 'Another server that speaks OpenAI’s protocol: Ollama, vLLM, a gateway' },
];

/** Asks a person at a terminal for the options that are missing. Keys are not echoed. */
export async function askForSetup(given: Setup): Promise<Setup> {
  const isNamed = [given.path, given.git, given.site, given.llms].some((one) => one !== undefined);
  const docs = isNamed ? given : await askForDocs();
  const provider = answered(await select({ message: 'Which model writes the answers?', options: models }));
  if (provider === 'extractive') return { ...docs, model: provider };
  const isOther = provider === 'compatible/';
  const modelUrl = isOther
    ? answered(await text({ message: 'Its address', placeholder: 'http://localhost:11434/v1' }))
    : undefined;
  const name = answered(
    await text({ message: 'The model', initialValue: isOther ? '' : provider.split('/')[1]! }),
  );
  const key = answered(
    await password({ message: isOther ? 'Its key, if it wants one' : 'The key (it is not shown)' }),
  );
  return { ...docs, model: `${provider.split('/')[0]}/${name}`, modelUrl, key };
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
  const initialValue = where === 'path' ? docsFolder(undefined) : '';
  return { [where]: answered(await text({ message: 'Its path or address', initialValue })) };
}

function answered<Value>(value: Value): Exclude<Value, symbol> {
  if (!isCancel(value)) return value as Exclude<Value, symbol>;
  cancel('Nothing was written.');
  throw new UsageError('Stopped.');
}
