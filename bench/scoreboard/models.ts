import type { AnswerDeps } from '../../src/assistant/answer-context.ts';
import { answerUnrecorded } from '../../src/assistant/answer-unrecorded.ts';
import { loadConfig } from '../../src/config.ts';
import { askModel } from '../../src/models/ask-model.ts';
import type { Model } from '../../src/models/model.ts';
import { costMicros } from '../../src/models/price.ts';
import { openModels } from '../../src/models/registry.ts';
import type { SearchIndex } from '../../src/retrieval/open-index.ts';
import { questionTerms } from '../../src/retrieval/question-terms.ts';
import type { openAnswering } from '../answers/answering.ts';
import type { Asked } from './score.ts';

type Answering = Awaited<ReturnType<typeof openAnswering>>;

/** A configured model by its name. @throws DocentError where its key or address is not set */
export async function openModel(name: string, env?: NodeJS.ProcessEnv): Promise<Model> {
  const { models } = loadConfig({}, env);
  const [model] = await openModels({ ...models, names: [name] }, questionTerms);
  return model!;
}

/** Docent over an index, with a model. */
export function docentWith(
  model: Model,
  index: SearchIndex,
  answering: Answering,
  env?: NodeJS.ProcessEnv,
): Asked {
  const { deps, scopeOf } = answering;
  const { answers } = loadConfig({}, env);
  const withModel: AnswerDeps = {
    ...deps,
    models: [model],
    config: {
      answers: { ...deps.config.answers, prices: answers.prices, firstTokenMs: answers.firstTokenMs },
    },
  };
  const scope = scopeOf(index);
  return async (question) => {
    const record = await answerUnrecorded(withModel, scope, question, new AbortController().signal);
    return { text: record.answer, urls: record.sources.map(({ url }) => url), costMicros: record.costMicros };
  };
}

/** A model that is given the question and nothing else. */
export function alone(model: Model, subject: string, env?: NodeJS.ProcessEnv): Asked {
  const system = `Answer questions about ${subject} from what you know of its documentation. Link the page that an answer is from. When its documentation does not hold the answer, say so in the first sentence.`;
  const { prices } = loadConfig({}, env).answers;
  return async (question) => {
    const { text, usage } = await askModel(model, system, question, new AbortController().signal);
    const urls = [...text.matchAll(/https?:\/\/[^\s<>()"'\]]+/g)].map(([url]) => url);
    return { text, urls, costMicros: costMicros(model, usage, prices) };
  };
}
