import { DocentError } from '../../../errors.ts';
import type { Provider } from '../../provider.ts';
import { openChatModel } from './chat-model.ts';

/** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, gateways. */
export const compatible: Provider = {
  keySetting: null,
  async connect(modelId, { key, url }, note) {
    if (url === undefined) {
      throw new DocentError('invalid_request', `Set DOCENT_MODEL_URL to use compatible/${modelId}.`);
    }
    return openChatModel({ url, key, modelId }, note);
  },
  seesImages: false,
  cacheMark: null,
};
