import type { Provider } from '../provider.ts';
import { fetchByFrame } from '../read-connection.ts';

/** OpenAI's chat completions API. */
export const openai: Provider = {
  keySetting: 'OPENAI_API_KEY',
  async connect(modelId, { key, url }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({
      apiKey: key,
      baseURL: url ?? 'https://api.openai.com/v1',
      fetch: fetchByFrame,
    }).chat(modelId);
  },
  seesImages: true,
  cacheMark: null,
};
