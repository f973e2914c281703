import type { IncomingMessage } from 'node:http';
import type { Admission } from '../accounts/admit.ts';
import { DocentError } from '../errors.ts';
import type { Model } from '../models/model.ts';

const header = 'x-docent-model';

export const modelName = ({ provider, modelId }: Model) => `${provider}/${modelId}`;

/**
 * The models that answer a request: all of the server's, in order, or the one that a signed-in person names to compare
 * models. Requests with a key cannot choose.
 * @throws DocentError `invalid_request` for one that the server does not have
 */
export function chosenModels(
  models: readonly Model[],
  { by }: Pick<Admission, 'by'>,
  { headers }: IncomingMessage,
): readonly Model[] {
  const name = headers[header];
  if (by !== 'session' || typeof name !== 'string' || name === '') return models;
  const chosen = models.filter((model) => modelName(model) === name);
  if (chosen.length > 0) return chosen;
  throw new DocentError('invalid_request', `This server has no model with the name in X-Docent-Model.`);
}
