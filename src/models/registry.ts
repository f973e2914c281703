import { DocentError } from '../errors.ts';
import { createExtractiveModel } from './extractive.ts';
import type { Model } from './model.ts';
import type { Terms } from './excerpts/write-excerpts.ts';
import { preparePrompt } from './prepare-prompt.ts';
import type { Access, Provider } from './provider.ts';
import { anthropic } from './providers/anthropic.ts';
import { compatible } from './providers/compatible/compatible.ts';
import { google } from './providers/google.ts';
import { openai } from './providers/openai.ts';

/** Every model provider. A new one is a file in `providers/` and its name here. */
const providers: Record<string, Provider> = { openai, anthropic, google, compatible };

export type ModelSettings = {
  /** `provider/model` or `extractive`, in order of preference. */
  names: readonly string[];
  /** By provider name. */
  access: Record<string, Access>;
  temperature?: number | undefined;
  maxOutputTokens: number;
  reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | undefined;
  /** Whether to mark the cacheable prompt for providers that need it. */
  promptCaching: boolean;
  /** Whether images are sent; if absent, only to providers whose models are known to accept them. */
  images?: boolean | undefined;
};

/** Called with what a model refuses and how it is asked instead, in words. */
export type OnNote = (model: string, words: string) => void;

/**
 * The configured models with their options. Only the packages of configured providers are loaded.
 * @param terms for the extractive model
 * @throws DocentError `invalid_request` for an unknown provider and for a missing key or URL
 */
export function openModels(
  settings: ModelSettings,
  terms: Terms,
  onNote: OnNote = () => {},
): Promise<Model[]> {
  return Promise.all(settings.names.map((name) => openModel(name, settings, terms, onNote)));
}

async function openModel(
  name: string,
  settings: ModelSettings,
  terms: Terms,
  onNote: OnNote,
): Promise<Model> {
  if (name === 'extractive') return createExtractiveModel(terms);
  const slash = name.indexOf('/');
  const providerName = name.slice(0, slash);
  const modelId = name.slice(slash + 1);
  const provider = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined;
  if (provider === undefined || modelId === '') {
    const known = [...Object.keys(providers).map((known) => `${known}/…`), 'extractive'].join(', ');
    throw new DocentError('invalid_request', `DOCENT_MODEL names no known model: ${name}. Use ${known}.`);
  }
  const access = settings.access[providerName] ?? {};
  if (provider.keySetting !== null && access.key === undefined) {
    throw new DocentError('invalid_request', `Set ${provider.keySetting} to use ${name}.`);
  }
  const model = await provider.connect(modelId, access, (words) => onNote(name, words));
  return withOptions(model, providerName, provider, settings);
}

/** The same model under its configured name, with the configured options on every call. */
function withOptions(model: Model, name: string, provider: Provider, settings: ModelSettings): Model {
  const { temperature, maxOutputTokens, reasoning, promptCaching } = settings;
  const preparation = {
    seesImages: settings.images ?? provider.seesImages,
    cacheMark: promptCaching ? provider.cacheMark : null,
  };
  const options = {
    maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(reasoning !== undefined && { reasoning }),
  };
  return {
    specificationVersion: 'v4',
    provider: name,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    ...(model.isFramed && { isFramed: true }),
    ...(model.contextTokens && { contextTokens: model.contextTokens }),
    ...(model.notes && { notes: model.notes }),
    doGenerate: (call) =>
      model.doGenerate({ ...options, ...call, prompt: preparePrompt(call.prompt, preparation) }),
    doStream: (call) =>
      model.doStream({ ...options, ...call, prompt: preparePrompt(call.prompt, preparation) }),
  };
}
