import { DocentError } from '../../errors.ts';
import { type AskModel, createModelReranker } from './model-reranker.ts';
import { onnxPrefix, readOnnxFolder } from '../embedding/onnx-folder.ts';
import { createOnnxReranker } from './onnx-reranker.ts';
import type { Reranker } from './reranker.ts';
import { createHttpReranker, type RerankDialect } from './http-reranker.ts';

type RerankSettings = {
  /** `none`, `model`, `provider/model`, or `onnx:` and a folder. */
  name: string;
  /** The reranker's timeout in seconds. */
  seconds: number;
  /** Keys and addresses by provider name. */
  access: Record<string, { key?: string | undefined; url?: string | undefined }>;
  /** Where the runtime of models on this machine is unpacked. */
  folder: string;
};

type Provider = {
  url?: string;
  setting: 'key' | 'url';
  settingName: string;
  dialect: RerankDialect;
  path: string;
};

const providers: Record<string, Provider> = {
  cohere: service('https://api.cohere.com/v2', 'COHERE_API_KEY'),
  voyage: service('https://api.voyageai.com/v1', 'VOYAGE_API_KEY'),
  jina: service('https://api.jina.ai/v1', 'JINA_API_KEY'),
  compatible: { setting: 'url', settingName: 'DOCENT_RERANK_URL', dialect: 'documents', path: '/rerank' },
  tei: { setting: 'url', settingName: 'DOCENT_RERANK_URL', dialect: 'texts', path: '/rerank' },
};

function service(url: string, settingName: string): Provider {
  return { url, setting: 'key', settingName, dialect: 'documents', path: '/rerank' };
}

/**
 * The configured reranker; null for `none`. Makes no call yet.
 * @param ask the configured language model; null without one
 * @throws DocentError `invalid_request` for an unknown name and for a missing key, URL, language model or folder
 */
export function openReranker(
  { name, seconds, access, folder }: RerankSettings,
  ask: AskModel | null,
): Reranker | null {
  if (name === 'none') return null;
  const refuse = (message: string) => new DocentError('invalid_request', message);
  const timeout = seconds * 1000;
  if (name === 'model') {
    if (ask === null) throw refuse('Set DOCENT_MODEL to a language model to use DOCENT_RERANK=model.');
    return createModelReranker(ask, timeout);
  }
  if (name.startsWith(onnxPrefix)) {
    return createOnnxReranker(
      name,
      readOnnxFolder(name.slice(onnxPrefix.length), 'DOCENT_RERANK'),
      folder,
      timeout,
    );
  }
  const [, providerName = '', model = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  const provider = Object.hasOwn(providers, providerName) ? providers[providerName] : undefined;
  if (provider === undefined) {
    const known = ['none', 'model', 'onnx:FOLDER', ...Object.keys(providers).map((one) => `${one}/…`)].join(
      ', ',
    );
    throw refuse(`DOCENT_RERANK names no known reranker: ${name}. Use ${known}.`);
  }
  const given = access[providerName] ?? {};
  if (given[provider.setting] === undefined) throw refuse(`Set ${provider.settingName} to use ${name}.`);
  const base = (given.url ?? provider.url!).replace(/\/$/, '');
  const { dialect, path } = provider;
  return createHttpReranker({ name, url: base + path, key: given.key, model, dialect }, timeout);
}
