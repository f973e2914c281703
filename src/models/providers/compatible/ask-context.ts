import { fetchOut } from '../../../lib/outgoing.ts';
import { withoutEnd } from '../../../lib/without-end.ts';

type Server = { url: string; key: string | undefined; modelId: string };
type Fields = Record<string, unknown>;

const timeMs = 2_000;

/**
 * A model's context in tokens, as its server reports it: vLLM, LM Studio and gateways in the list of models,
 * llama.cpp in its properties, Ollama in a model's details. Null when it does not.
 */
export async function askContext(
  { url, key, modelId }: Server,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const root = withoutEnd(url, '/').replace(/\/v\d+(beta)?$/, '');
  const limit = AbortSignal.any([AbortSignal.timeout(timeMs), ...(signal ? [signal] : [])]);
  const ask = async (address: string, body?: object): Promise<Fields> => {
    const response = await fetchOut(address, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      signal: limit,
    });
    return fieldsOf(response.ok ? await response.json() : await response.body?.cancel());
  };
  const quiet = (asked: Promise<number[]>) => asked.catch(() => []);
  const found = await Promise.all([
    quiet(ask(`${withoutEnd(url, '/')}/models`).then((list) => inList(list, modelId))),
    quiet(
      ask(`${root}/props`).then((props) =>
        numbers(fieldsOf(props['default_generation_settings'])['n_ctx'] ?? props['n_ctx']),
      ),
    ),
    quiet(ask(`${root}/api/show`, { model: modelId }).then(inOllama)),
    quiet(ask(`${root}/api/v0/models`).then((list) => inList(list, modelId))),
  ]);
  const contexts = found.flat();
  return contexts.length > 0 ? Math.min(...contexts) : null;
}

/** By vLLM, LM Studio, OpenRouter and Together, Mistral, Groq, LiteLLM, llama.cpp. */
const names = [
  'max_model_len',
  'loaded_context_length',
  'context_length',
  'max_context_length',
  'context_window',
  'max_input_tokens',
  'n_ctx',
];

function inList(list: Fields, modelId: string): number[] {
  const models = (Array.isArray(list['data']) ? list['data'] : []).map(fieldsOf);
  const model = models.find(({ id }) => id === modelId) ?? (models.length === 1 ? models[0] : undefined);
  if (model === undefined) return [];
  const places = [
    model,
    fieldsOf(model['meta']),
    fieldsOf(model['model_info']),
    fieldsOf(model['top_provider']),
  ];
  const loaded = numbers(model['loaded_context_length']);
  return loaded.length > 0
    ? loaded
    : places.flatMap((place) => names.flatMap((name) => numbers(place[name])));
}

/**
 * The configured context, else the one that it was trained for.
 * https://github.com/ollama/ollama/blob/main/docs/api.md
 */
function inOllama({ parameters, model_info }: Fields): number[] {
  const set = /^[ \t]*num_ctx[ \t]+(\d+)/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  if (set !== undefined) return numbers(set);
  return Object.entries(fieldsOf(model_info)).flatMap(([name, value]) =>
    name.endsWith('.context_length') ? numbers(value) : [],
  );
}

function numbers(value: unknown): number[] {
  const tokens = Number(value);
  return Number.isInteger(tokens) && tokens >= 512 ? [tokens] : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
