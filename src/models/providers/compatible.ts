import { DocentError } from '../../errors.ts';
import type { Provider } from '../provider.ts';

/** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, gateways. */
export const compatible: Provider = {
  keySetting: null,
  async connect(modelId, { key, url }) {
    if (url === undefined) {
      throw new DocentError('invalid_request', `Set DOCENT_MODEL_URL to use compatible/${modelId}.`);
    }
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const access = { baseURL: url, ...(key !== undefined && { apiKey: key }) };
    return createOpenAICompatible({ name: 'compatible', includeUsage: true, ...access })(modelId);
  },
  seesImages: false,
  cacheMark: null,
};
