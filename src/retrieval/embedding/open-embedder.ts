import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { DocentError } from '../../errors.ts';
import type { Embedder } from './embedder.ts';
import { createMiniLm } from './minilm.ts';
import { createProviderEmbedder } from './provider-embedder.ts';

type EmbeddingSettings = {
  /** `minilm` for the built-in model, `provider/model` for one of an AI SDK provider, `none` for search by words alone. */
  name: string;
  /** Keys and addresses by provider name. */
  access: Record<string, Access>;
  /** Where the built-in model keeps its file. */
  folder: string;
};

type Access = { key?: string | undefined; url?: string | undefined };
type Provider = {
  setting: keyof Access;
  settingName: string;
  connect: (model: string, access: Access) => Promise<EmbeddingModelV4>;
};

/** Every provider of embedding models; its package is loaded only when it is named. */
const providers: Record<string, Provider> = {
  openai: {
    setting: 'key',
    settingName: 'OPENAI_API_KEY',
    async connect(model, { key, url }) {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey: key, baseURL: url ?? 'https://api.openai.com/v1' }).embeddingModel(model);
    },
  },
  google: {
    setting: 'key',
    settingName: 'GOOGLE_GENERATIVE_AI_API_KEY',
    async connect(model, { key, url }) {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey: key, ...(url !== undefined && { baseURL: url }) }).embeddingModel(model);
    },
  },
  compatible: {
    setting: 'url',
    settingName: 'DOCENT_EMBEDDING_URL',
    async connect(model, { key, url }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const access = { baseURL: url!, ...(key !== undefined && { apiKey: key }) };
      return createOpenAICompatible({ name: 'compatible', ...access }).embeddingModel(model);
    },
  },
};

/**
 * The embedder of the configuration; null for `none`. Nothing is called yet.
 * @throws DocentError `invalid_request` for an unknown name and for a missing key or URL
 */
export async function openEmbedder({ name, access, folder }: EmbeddingSettings): Promise<Embedder | null> {
  if (name === 'none') return null;
  if (name === 'minilm') return createMiniLm(folder);
  const [, providerName = '', model = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined;
  if (provider === undefined) {
    const known = ['minilm', 'none', ...Object.keys(providers).map((provider) => `${provider}/…`)].join(', ');
    throw new DocentError(
      'invalid_request',
      `DOCENT_EMBEDDING_MODEL names no known model: ${name}. Use ${known}.`,
    );
  }
  const given = access[providerName] ?? {};
  if (given[provider.setting] === undefined) {
    throw new DocentError('invalid_request', `Set ${provider.settingName} to use ${name} for embeddings.`);
  }
  return createProviderEmbedder(name, await provider.connect(model, given));
}
