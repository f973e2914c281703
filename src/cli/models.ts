import { defineCommand } from 'citty';
import { dataOption, jsonOption } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';
import { print } from './print.ts';
import { readConfig } from './read-config.ts';
import { testModels } from './test-models.ts';

export const modelsTestCommand = defineCommand({
  meta: {
    name: 'docent models test',
    description: 'Test a model: answers, tools, streaming and token counts.',
  },
  args: {
    model: {
      type: 'positional',
      required: false,
      description: 'The model, as in DOCENT_MODEL (default: all of them).',
    },
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const config = readConfig({ dataFolder: args.data });
    const names = args.model === undefined ? config.models.names : [args.model];
    let isGood = true;
    for (const { model, findings } of await testModels(config, names)) {
      if (args.json === true) console.log(JSON.stringify({ model, findings }));
      else
        print(
          [model, ...findings.map((one) => `  ${one.isGood ? 'ok   ' : 'look '} ${one.words}`)].join('\n'),
        );
      isGood &&= findings.every((one) => one.isGood);
    }
    return isGood ? exitCodes.ok : exitCodes.findings;
  },
});
