import type { Config } from '../config.ts';
import { openModels } from '../models/registry.ts';
import { callTimeouts } from '../models/stream-call.ts';
import { type ModelFinding, testModel } from '../models/test-model.ts';

/**
 * Tests models one after the other.
 * @throws DocentError `invalid_request` for a model that cannot be opened
 */
export async function testModels(
  { models, answers }: Pick<Config, 'models' | 'answers'>,
  names: readonly string[],
): Promise<{ model: string; findings: ModelFinding[] }[]> {
  const timeouts = { ...callTimeouts, firstToken: answers.firstTokenMs };
  const tested: { model: string; findings: ModelFinding[] }[] = [];
  for (const model of names) {
    const [opened] = await openModels({ ...models, names: [model] }, () => []);
    const signal = AbortSignal.timeout(timeouts.total);
    tested.push({ model, findings: await testModel(opened!, signal, timeouts) });
  }
  return tested;
}
