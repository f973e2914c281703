import { fixer } from '../agent/deps.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { askModel } from '../models/ask-model.ts';
import { askPatiently } from '../models/ask-patiently.ts';
import type { Model } from '../models/model.ts';
import { costMicros, isPriced } from '../models/price.ts';
import { type OnNote, openModels } from '../models/registry.ts';
import type { Expander } from '../retrieval/expansion/expander.ts';
import { type CallTimeouts, callTimeouts } from '../models/stream-call.ts';
import { questionTerms } from '../retrieval/question-terms.ts';

/**
 * The models that answer, the model of the docs agent, and what the first language model is asked for besides answers.
 * @throws DocentError `invalid_request` for a model that cannot be opened
 */
export async function openLanguageModels(config: Config, log: Log) {
  const onNote: OnNote = (model, words) => log.warn({ model }, `the model ${words}`);
  const models = await openModels(config.models, questionTerms, onNote);
  const agentModel = await openAgentModel(config, onNote);
  const writer = models.find(({ provider }) => provider !== 'docent');
  const ask = writer
    ? async (system: string, prompt: string, signal: AbortSignal) =>
        (await askModel(writer, system, prompt, signal, timeoutsOf(config))).text
    : null;
  return { models, agentModel, ask, expander: writer ? expanderOf(writer, config) : null };
}

/** The model of the docs agent, else the first language model; null for the built-in fixer. */
async function openAgentModel({ agent, models }: Config, onNote: OnNote) {
  const name = agent.model ?? models.names.find((each) => each !== 'extractive');
  if (name === undefined || name === fixer) return null;
  const [model] = await openModels({ ...models, names: [name] }, questionTerms, onNote);
  return { name, model: model! };
}

/** The expansion model: the one that writes answers. */
function expanderOf(model: Model, config: Config): Expander {
  const { prices } = config.answers;
  return {
    model: `${model.provider}/${model.modelId}`,
    maxDollars: config.expansionMaxDollars,
    costOf: (usage) => (isPriced(model, prices) ? costMicros(model, usage, prices) : null),
    ask: (system, prompt, maxOutputTokens, signal) =>
      askPatiently(model, system, prompt, signal, { maxOutputTokens, timeouts: timeoutsOf(config) }),
  };
}

/** A local model may have to load first, whatever it is asked. */
function timeoutsOf({ answers }: Config): CallTimeouts {
  return { ...callTimeouts, firstToken: answers.firstTokenMs };
}
