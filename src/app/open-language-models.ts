import { fixer } from '../agent/deps.ts';
import type { Config } from '../config.ts';
import type { Log } from '../lib/log.ts';
import { askModel } from '../models/ask-model.ts';
import { type OnNote, openModels } from '../models/registry.ts';
import { type CallTimeouts, callTimeouts } from '../models/stream-call.ts';
import { questionTerms } from '../retrieval/question-terms.ts';

/**
 * The answering models, the docs agent's model, and other uses of the first language model.
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
  return { models, agentModel, ask };
}

/** The model of the docs agent, else the first language model; null for the built-in fixer. */
async function openAgentModel({ agent, models }: Config, onNote: OnNote) {
  const name = agent.model ?? models.names.find((each) => each !== 'extractive');
  if (name === undefined || name === fixer) return null;
  const [model] = await openModels({ ...models, names: [name] }, questionTerms, onNote);
  return { name, model: model! };
}

/** A local model may have to load first. */
function timeoutsOf({ answers }: Config): CallTimeouts {
  return { ...callTimeouts, firstToken: answers.firstTokenMs };
}
