import type { Provider } from '../provider.ts';
import { fetchByFrame } from '../read-connection.ts';

export const google: Provider = {
  keySetting: 'GOOGLE_GENERATIVE_AI_API_KEY',
  async connect(modelId, { key, url }) {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ apiKey: key, fetch: fetchByFrame, ...(url !== undefined && { baseURL: url }) })(
      modelId,
    );
  },
  seesImages: true,
  cacheMark: null,
};
