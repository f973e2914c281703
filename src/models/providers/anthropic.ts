import type { Provider } from '../provider.ts';
import { fetchByFrame } from '../read-connection.ts';

export const anthropic: Provider = {
  keySetting: 'ANTHROPIC_API_KEY',
  async connect(modelId, { key, url }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({
      apiKey: key,
      baseURL: url ?? 'https://api.anthropic.com/v1',
      fetch: fetchByFrame,
    })(modelId);
  },
  seesImages: true,
  // https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching
  cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
};
