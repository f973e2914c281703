import { DocentError } from '../../errors.ts';
import { fetchOut } from '../../lib/outgoing.ts';
import type { Embedder } from './embedder.ts';
import { cohereCall, type EmbeddingCall, sdkCall, typedCall } from './embedding-call.ts';
import { type EmbeddingOptions, type GivenOptions, optionsOf } from './embedding-options.ts';
import { createMiniLm } from './minilm.ts';
import { onnxPrefix } from './onnx-folder.ts';
import { openOnnx } from './open-onnx.ts';
import { createProviderEmbedder } from './provider-embedder.ts';

type EmbeddingSettings = {
  /**
   * `minilm` for the built-in model, `provider/model` for an AI SDK provider's, `onnx:` and
   * a folder, `none` for lexical search only.
   */
  name: string;
  /** Keys and addresses by provider name. */
  access: Record<string, Access>;
  /** Options that override the model's presets. */
  options?: GivenOptions | undefined;
  /** Where the built-in model's file and the runtime are cached. */
  folder: string;
};

type Access = { key?: string | undefined; url?: string | undefined };
type Provider = {
  setting: keyof Access;
  settingName: string;
  connect: (model: string, access: Access, options: EmbeddingOptions) => Promise<EmbeddingCall>;
};

/** The providers of embedding models; each package is loaded only when used. */
const providers: Record<string, Provider> = {
  openai: {
    setting: 'key',
    settingName: 'OPENAI_API_KEY',
    async connect(model, { key, url }, options) {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI({
        apiKey: key,
        baseURL: url ?? 'https://api.openai.com/v1',
        fetch: fetchOut,
      });
      return sdkCall(openai.embeddingModel(model), options);
    },
  },
  google: {
    setting: 'key',
    settingName: 'GOOGLE_GENERATIVE_AI_API_KEY',
    async connect(model, { key, url }, options) {
      const { createGoogle } = await import('@ai-sdk/google');
      const google = createGoogle({
        apiKey: key,
        fetch: fetchOut,
        ...(url !== undefined && { baseURL: url }),
      });
      return sdkCall(google.embeddingModel(model), options);
    },
  },
  voyage: {
    setting: 'key',
    settingName: 'VOYAGE_API_KEY',
    connect: async (model, { key, url = 'https://api.voyageai.com/v1' }, options) =>
      typedCall({ model, key, url }, 'output_dimension', options),
  },
  cohere: {
    setting: 'key',
    settingName: 'COHERE_API_KEY',
    connect: async (model, { key, url = 'https://api.cohere.com/v2' }, options) =>
      cohereCall({ model, key, url }, options),
  },
  compatible: {
    setting: 'url',
    settingName: 'DOCENT_EMBEDDING_URL',
    connect: async (model, { key, url }, options) =>
      typedCall({ model, key, url: url! }, 'dimensions', options),
  },
};

/**
 * The configured embedder; null for `none`. Makes no call yet.
 * @throws DocentError `invalid_request` for an unknown name and for a missing key, URL or folder
 */
export async function openEmbedder(settings: EmbeddingSettings): Promise<Embedder | null> {
  const { name, access, folder } = settings;
  if (name === 'none') return null;
  if (name === 'minilm') return createMiniLm(folder);
  if (name.startsWith(onnxPrefix)) return openOnnx(name.slice(onnxPrefix.length), folder, settings.options);
  const [, providerName = '', model = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined;
  if (provider === undefined) {
    const known = [
      'minilm',
      'none',
      'onnx:FOLDER',
      ...Object.keys(providers).map((provider) => `${provider}/…`),
    ].join(', ');
    throw new DocentError(
      'invalid_request',
      `DOCENT_EMBEDDING_MODEL names no known model: ${name}. Use ${known}.`,
    );
  }
  const given = access[providerName] ?? {};
  if (given[provider.setting] === undefined) {
    throw new DocentError('invalid_request', `Set ${provider.settingName} to use ${name} for embeddings.`);
  }
  const options = optionsOf(name, settings.options);
  return createProviderEmbedder(name, await provider.connect(model, given, options), options);
}
