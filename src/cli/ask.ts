import { plainQuestion } from '../assistant/question.ts';
import { defineCommand } from 'citty';
import { answer } from '../assistant/answer.ts';
import type { AnswerEvent } from '../assistant/answer-event.ts';
import { dataOption, jsonOption, pathArgument } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';
import { openDocs } from './open-docs.ts';

export const askCommand = defineCommand({
  meta: { name: 'docent ask', description: 'Answer a question from a folder of docs.' },
  args: {
    question: { type: 'positional', required: true, description: 'What to ask.' },
    path: pathArgument,
    data: dataOption,
    json: jsonOption,
  },
  async run({ args }) {
    const { app, organization, project } = await openDocs(args.path, { dataFolder: args.data });
    const left = new AbortController();
    process.once('SIGINT', () => left.abort());
    try {
      await using docs = await app.indexes.lease(project);
      const scope = { organization, project, ...docs, protocol: 'cli', requestId: 'cli' };
      const { events } = await answer(app, scope, plainQuestion('cli', args.question), left.signal);
      const failed = args.json ? await printLines(events) : await printAnswer(events);
      if (left.signal.aborted) return exitCodes.interrupted;
      return failed ? exitCodes.model : exitCodes.ok;
    } finally {
      await app.close();
    }
  },
});

/** Prints text as it streams, then the list of sources. */
async function printAnswer(events: AsyncIterable<AnswerEvent>): Promise<boolean> {
  let failed = false;
  for await (const event of events) {
    if (event.type === 'text') process.stdout.write(event.delta);
    else if (event.type === 'error') {
      failed = true;
      console.error(`\ndocent: ${event.message}`);
    }
  }
  console.log();
  return failed;
}

/** Prints each event as a line of JSON. */
async function printLines(events: AsyncIterable<AnswerEvent>): Promise<boolean> {
  let failed = false;
  for await (const event of events) {
    failed ||= event.type === 'error';
    console.log(JSON.stringify(event));
  }
  return failed;
}
